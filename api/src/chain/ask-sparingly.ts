import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowChain } from './escrow-chain.ts';

/** A call that would be reverted is tried again only after this time: it may be waiting for a window of hours to end. */
export const REFUSED_MS = 5000;

/**
 * Saves requests to the chain for one relayer process. Within a round each account's nonces are read once. Across rounds
 * it remembers each account's last call that would be reverted and doesn't try it again at once.
 *
 * @returns a function that makes the chain for one round
 */
export function askSparingly(
  chain: EscrowChain,
  nowMs: () => number = () => performance.now(),
): () => EscrowChain {
  const refused = new Map<Hex, { call: string; untilMs: number }>();

  async function goesThrough(given: Parameters<EscrowChain['goesThrough']>[0]): Promise<boolean> {
    const call = `${given.to} ${given.gas} ${given.data}`;
    const before = refused.get(given.from);
    if (before?.call === call && nowMs() < before.untilMs) return false;
    const goes = await chain.goesThrough(given);
    if (goes) refused.delete(given.from);
    else refused.set(given.from, { call, untilMs: nowMs() + REFUSED_MS });
    return goes;
  }

  return () => {
    const asked = new Map<string, Promise<number>>();
    return {
      ...chain,
      goesThrough,
      nonce(signer, tag) {
        const key = `${signer} ${tag}`;
        const nonce = asked.get(key) ?? chain.nonce(signer, tag);
        asked.set(key, nonce);
        return nonce;
      },
    };
  };
}
