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
let queue: readonly PracticeRequest[] = [];
const agreed = new Set<string>();
const listeners = new Set<() => void>();

/** Between the practice wallets, which ask, and the approval sheet, which answers. One is shown at a time. */
export const practiceRequests = {
  current(): PracticeRequest | null {
    return queue[0] ?? null;
  },

  /** The page shows this text itself, and the person has agreed to it there: asked for next, it is not asked about again. */
  agree(text: string): void {
    agreed.add(text);
  },

  ask({
    walletName,
    address,
    text,
    isTypedData,
  }: {
    walletName: string;
    address: string;
    text: string;
    isTypedData: boolean;
  }): Promise<boolean> {
    if (agreed.delete(text)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const id = nextId++;
      const answer = (approved: boolean) => {
        change(queue.filter((request) => request.id !== id));
        resolve(approved);
      };
      change([...queue, { id, walletName, address, text, isTypedData, answer }]);
    });
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function change(next: readonly PracticeRequest[]): void {
  queue = next;
  for (const listener of listeners) listener();
}
