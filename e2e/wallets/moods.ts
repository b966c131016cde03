/**
 * How a wallet answers a request: at once, with a refusal, never, once it gets another mood, or by reporting that another
 * one is still open.
 */
export type Mood = 'willing' | 'refusing' | 'hanging' | 'waiting' | 'busy';

/** An error in the form that wallets throw. */
export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** What crosses from Node to the page: an error keeps its code. */
export type Reply = { result: unknown } | { error: RpcError };

export class Refusal extends Error {
  readonly rpc: RpcError;
  constructor(rpc: RpcError) {
    super(rpc.message);
    this.rpc = rpc;
  }
}

/** The configured answers of a wallet, by method. */
export class Moods {
  readonly #moods = new Map<string, Mood>();
  /** Requests that wait for another mood, by method. */
  readonly #waiting = new Map<string, (() => void)[]>();

  set(method: string, mood: Mood): void {
    this.#moods.set(method, mood);
    if (mood === 'waiting') return;
    for (const goOn of this.#waiting.get(method) ?? []) goOn();
    this.#waiting.delete(method);
  }

  /** Passes, throws, or never ends. */
  async face(method: string): Promise<void> {
    switch (this.#moods.get(method) ?? 'willing') {
      case 'willing':
        return;
      case 'refusing':
        throw new Refusal({ code: 4001, message: 'User rejected the request.' });
      case 'busy':
        throw new Refusal({ code: -32002, message: 'Request already pending. Please wait.' });
      case 'hanging':
        return new Promise(() => {});
      case 'waiting': {
        await new Promise<void>((resolve) => {
          this.#waiting.set(method, [...(this.#waiting.get(method) ?? []), resolve]);
        });
        return this.face(method);
      }
    }
  }
}

/** Runs one request of a page. Any error except a refusal is a mistake in the test and is shown as such. */
export async function reply(answer: () => Promise<unknown>): Promise<Reply> {
  try {
    return { result: await answer() };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.rpc };
    return { error: { code: -32603, message: String(error) } };
  }
}
