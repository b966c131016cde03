import type { Tx } from '../db/db.ts';
import { payOutBets } from '../ledger/pay-out-bets.ts';
import { recordPayoutsDue } from './record-payouts-due.ts';
import { chunkEnd, moveCursor, type PayingMarket, paymentsOf } from './settle-store.ts';

/**
 * Settles the next bets of a market that is being paid, at most `size` of them, in the order in which they were placed,
 * and moves its cursor past them. The entry has its name from where the cursor stood, so that no chunk is ever paid
 * twice, whatever process or retry comes to it.
 *
 * @returns false when there were none left
 */
export async function settleChunk(tx: Tx, market: PayingMarket, size: number): Promise<boolean> {
  const { marketId, result, settledThrough: from } = market;
  if (from === null) throw new Error(`market ${marketId} is not being paid`);
  const through = await chunkEnd(tx, { marketId, from, size });
  if (through === null) return false;
  const key = `settlement:${marketId}:${from}`;
  await payOutBets(tx, {
    marketId,
    kind: 'settlement',
    key,
    ending: { kind: result.kind === 'void' ? 'refund' : 'payout', marketVersion: null },
    payments: paymentsOf({ marketId, result, from, through }),
  });
  if (market.isOnChain) await recordPayoutsDue(tx, key);
  await moveCursor(tx, { marketId, through });
  return true;
}
