import { store } from '../signals/store.ts';

/** A text that a practice wallet should sign, waiting for the person's answer. */
export interface PracticeRequest {
  id: number;
  walletName: string;
  address: string;
  text: string;
  /** The text describes the typed data that are signed; it isn't itself signed. */
  isTypedData: boolean;
  answer: (approved: boolean) => void;
}

let nextId = 1;
const agreed = new Set<string>();
const queue = store<readonly PracticeRequest[]>([]);

/** Passes requests from the practice wallets to the approval sheet, which shows one at a time. */
export const practiceRequests = {
  current(): PracticeRequest | null {
    return queue.read()[0] ?? null;
  },

  /** The person has already agreed to this text on the page itself, so the next request for it is approved at once. */
  agree(text: string): void {
    agreed.add(text);
  },

  ask(request: Omit<PracticeRequest, 'id' | 'answer'>): Promise<boolean> {
    if (agreed.delete(request.text)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const id = nextId++;
      const answer = (approved: boolean) => {
        queue.set(queue.read().filter((each) => each.id !== id));
        resolve(approved);
      };
      queue.set([...queue.read(), { ...request, id, answer }]);
    });
  },

  subscribe: queue.subscribe,
};
