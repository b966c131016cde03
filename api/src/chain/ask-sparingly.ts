import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowChain } from './escrow-chain.ts';

/** What would be reverted is tried again only after this time: it may wait for the end of a window of hours. */
export const REFUSED_MS = 5000;

/**
 * The chain as one process of the relayer asks it. Within a look each account's nonces are asked once for all who need them.
 * From look to look the last call of each account that would be reverted is remembered, and is not tried again at once.
 *
 * @returns makes the chain for one look
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
