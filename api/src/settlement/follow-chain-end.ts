import { RESULTS } from '@tallystone/core/sentences/results';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import { lockEndingMarket } from './ending-market.ts';
import { rehearseMarket } from './rehearse-market.ts';
import { currentResolution, insertResolution, moveMarket, requireResolution } from './resolution-store.ts';
import { stageOf } from './wire-resolution.ts';

/**
 * Ends a market in the books the way the contract has ended it. The contract's end is final and decides what is paid: it
 * replaces any result decided here, even one that was being made final.
 *
 * @param isAbandoned the market is void because no one ended it within 14 days of its close
 * @returns false if the market is being paid already
 * @throws Error if it has ended: the gates let no market of the chain end in another way than on the chain
 */
export async function followChainEnd(
  tx: Tx,
  { marketId, result, isAbandoned }: { marketId: string; result: MarketResult; isAbandoned: boolean },
): Promise<boolean> {
  const market = await lockEndingMarket(tx, marketId);
  if (market === null || market.state === 'settled' || market.state === 'void') {
    throw new Error(`market ${marketId} has ended and cannot follow the chain`);
  }
  const current = await currentResolution(tx, marketId);
  const isPaying = await exists(
    tx,
    sql`select from markets where id = ${marketId} and settled_through is not null`,
  );
  if (isPaying) return false;
  const reason = isAbandoned ? RESULTS['end-abandoned'] : RESULTS['end-by-contract'];
  if (current !== null) {
    await tx.execute(sql`
      update resolutions
      set started_at = null, ended_at = ${market.now}::timestamptz, ended_as = 'replaced', ended_by = null,
        end_reason = ${reason}
      where id = ${current.id}`);
  }
  const full = await rehearseMarket(tx, market, result);
  const { id } = await insertResolution(tx, {
    full,
    source: 'chain',
    evidence: reason,
    proposedBy: null,
    approval: { by: null, windowMs: 0 },
    now: market.now,
  });
  await tx.execute(sql`update resolutions set started_at = ${market.now}::timestamptz where id = ${id}`);
  // An abandoned market's reason is in its result. Any other difference between contract and server is for admins to explain.
  await moveMarket(tx, market, { state: 'resolving', review: isAbandoned ? null : 'chain-ended' });
  const made = await requireResolution(tx, id);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.follow-chain',
    subject: marketId,
    before: {
      state: market.state,
      ...(current !== null && { replaced: current.id, stage: stageOf(current), hash: current.hash }),
    },
    after: { resolution: id, outcomeId: made.outcomeId, proposedAt: made.proposedAt, hash: full.hash },
    reason,
  });
  return true;
}
