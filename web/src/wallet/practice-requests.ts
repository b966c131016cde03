import { store } from '../signals/store.ts';

/** A text a practice wallet is asked to sign, waiting for the person's answer. */
export interface PracticeRequest {
  id: number;
  walletName: string;
  address: string;
  text: string;
  /** The text says in words what is signed, and is not itself what is signed. */
  isTypedData: boolean;
  answer: (approved: boolean) => void;
}

let nextId = 1;
const agreed = new Set<string>();
const queue = store<readonly PracticeRequest[]>([]);

/** Between the practice wallets, which ask, and the approval sheet, which answers. One is shown at a time. */
export const practiceRequests = {
  current(): PracticeRequest | null {
    return queue.read()[0] ?? null;
  },

  /** The page shows this text itself, and the person has agreed to it there: asked for next, it is not asked about again. */
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
