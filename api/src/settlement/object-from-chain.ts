import { evidenceHash } from '@tallystone/core/escrow/evidence-hash';
import { say } from '@tallystone/core/sentences/say';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../db/db.ts';
import { lockEndingMarket } from './ending-market.ts';
import { currentResolution, endStored } from './resolution-store.ts';
import { takeBack } from './undo-resolution.ts';

/**
 * Takes back the result that is under way here after a guardian has objected to it on the chain. An objection that was made
 * here first, and went to the chain from here, changes nothing more.
 *
 * @param evidenceHash of the proposal that was objected to, `0x` and 64 digits
 * @param reasonHash the chain keeps only this hash of the reason
 */
export async function objectFromChain(
  tx: Tx,
  {
    marketId,
    evidenceHash: evidence,
    reasonHash,
  }: { marketId: string; evidenceHash: string; reasonHash: string },
): Promise<void> {
  const market = await lockEndingMarket(tx, marketId);
  const current = await currentResolution(tx, marketId);
  if (market === null || current === null || current.startedAt !== null) return;
  const { id: resolutionId, outcomeId, hash } = current;
  const ours = evidenceHash({
    resolutionId,
    marketId,
    outcomeId,
    evidence: current.evidence,
    rehearsalHash: hash,
  });
  if (ours !== evidence) return;
  const reason = say('end-objected-on-chain', { hash: reasonHash }).sentence;
  await endStored(tx, { id: resolutionId, as: 'objected', by: null, reason, now: market.now });
  const objections = market.objections + 1;
  const state = await takeBack(tx, market, { review: 'objected', objections });
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.object',
    subject: marketId,
    before: { state: market.state, resolution: resolutionId, objections: market.objections },
    after: { state, objections },
    reason,
  });
}
