import type { Eip1193Provider } from './eip1193.ts';
import { loadPart } from './load-part.ts';

export interface PracticeWallet {
  name: string;
  /** Secret key in hex; null until the first connect makes one. */
  secret: () => string | null;
  makeSecret: () => Promise<string>;
  /** The localStorage key of the wallet's current chain, which a reload keeps. */
  chainKey: string;
  /** Signs in to this page without asking. It always shows anything else before it signs. */
  signsInUnasked?: boolean;
  /** The node and chain id of its practice chain; absent if there is none. */
  chain?: { rpcUrl: string; chainId: string };
}

/** A practice wallet as an EIP-1193 provider. What it answers loads with its first request. */
export function createPracticeProvider(wallet: PracticeWallet): Eip1193Provider {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  return {
    async request(call) {
      const { answerPracticeRequest } = await loadPart(() => import('./answer-practice-request.ts'));
      return answerPracticeRequest(wallet, call, (chainId) => {
        for (const listener of listeners.get('chainChanged') ?? []) listener(chainId);
      });
    },

    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
    },

    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}
