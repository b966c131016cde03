import { moveToChain } from './move-to-chain.ts';
import type { SessionParts } from './session-parts.ts';

/** After a mismatch: signs in with the account and chain that the wallet shows now. Never rejects. */
export async function adoptWallet(parts: SessionParts): Promise<void> {
  const { mismatch, chain } = parts.store.state;
  if (mismatch === null || chain === null) return;
  const target = mismatch.kind === 'chain' ? mismatch.actual : chain;
  if (target !== null) await moveToChain(parts, target);
}
