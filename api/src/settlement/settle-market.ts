import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { rehearsalHash } from '@tallystone/core/settlement/rehearse';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { payOutBets } from '../ledger/pay-out-bets.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { recordPayoutsDue } from './record-payouts-due.ts';
import {
  beginPaying,
  chunkEnd,
  claimPaying,
  clearDifference,
  endPaying,
  flagDifference,
  type PaidSoFar,
  type PayingMarket,
  paymentsOf,
  sumLeft,
  sumPaid,
} from './settle-store.ts';

/**
 * The result of one step. `busy`: another process is paying the market, or nothing is due. `differs`: the market does not
 * pay what was rehearsed, so nothing was done and an admin must look at it; `isNews` if it was not reported before,
 * `hasBegun` if the result can no longer be undone. `resumed`: the market differed before and no longer does.
 */
export type SettleStep =
  | { readonly kind: 'busy' | 'began' | 'settled-chunk' | 'resumed' | 'ended' }
  | { readonly kind: 'differs'; readonly isNews: boolean; readonly hasBegun: boolean };

/**
 * Takes the next step of paying a market in one transaction: begins, settles a chunk of bets, or ends. The next call
 * continues where the last one stopped, however it ended.
 *
 * @param chunk how many bets are settled at most
 */
export function settleMarket(
  db: Db,
  { marketId, chunk }: { marketId: string; chunk: number },
): Promise<SettleStep> {
  return transaction(
    db,
    async (tx) => {
      const market = await claimPaying(tx, marketId);
      // An earlier start was recorded after the feed confirmed the result: the next round takes it back, see feed-results.ts.
      if (market === null || market.wouldPayLateBets) return { kind: 'busy' };
      if (market.settledThrough === null) return begin(tx, market);
      if (market.isFlagged) return lookAgain(tx, market);
      if (await settleChunk(tx, market, chunk)) return { kind: 'settled-chunk' };
      return end(tx, market);
    },
    'settle',
  );
}

/**
 * Settles the next bets of a market that is being paid, at most `size` of them, in the order in which they were placed,
 * and moves its cursor past them. The entry's key has the cursor's old value, so no process and no retry ever pays a
 * chunk twice.
 *
 * @returns false if no bets were left
 */
async function settleChunk(tx: Tx, market: PayingMarket, size: number): Promise<boolean> {
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
  await tx.execute(sql`update markets set settled_through = ${through}::bigint where id = ${marketId}`);
  return true;
}

/** Nothing may have moved since the rehearsal, because no bet or change could reach the market. */
async function begin(tx: Tx, market: PayingMarket): Promise<SettleStep> {
  const { result, owed, escrow, rehearsed } = market;
  const paysLateBets = market.hasLateBets && result.kind !== 'void';
  const { paidBets } = rehearsed;
  if (paysLateBets || !isAsRehearsed(market, { paidBets, paid: owed, toPool: microUsdc(escrow - owed) })) {
    return differs(tx, market, NOTHING_PAID);
  }
  await beginPaying(tx, market);
  return { kind: 'began' };
}

const NOTHING_PAID: PaidSoFar = { bets: 0, posted: ZERO_USDC, ended: ZERO_USDC };

/** A market that was held back continues once what it has paid, still has to pay and holds matches its rehearsal again. */
async function lookAgain(tx: Tx, market: PayingMarket): Promise<SettleStep> {
  const paid = await sumPaid(tx, market.marketId);
  const left = await sumLeft(tx, market);
  const whole = {
    paidBets: paid.bets + left.bets,
    paid: microUsdc(paid.posted + left.amount),
    toPool: microUsdc(market.escrow - left.amount),
  };
  if (paid.posted !== paid.ended || !isAsRehearsed(market, whole)) return differs(tx, market, paid);
  await clearDifference(tx, market);
  return { kind: 'resumed' };
}

async function end(tx: Tx, market: PayingMarket): Promise<SettleStep> {
  const { marketId, outcomeId, alsoWon, escrow } = market;
  const paid = await sumPaid(tx, marketId);
  const { bets: paidBets, posted, ended } = paid;
  if (posted !== ended || !isAsRehearsed(market, { paidBets, paid: posted, toPool: escrow })) {
    return differs(tx, market, paid);
  }
  if (escrow > 0n) {
    const entry = marketRemainderEntry({ marketId, amount: escrow });
    await recordEntries(tx, [{ key: `market-remainder:${marketId}`, entry }]);
  }
  await endPaying(tx, market);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: outcomeId === null ? 'market.voided' : 'market.settled',
    subject: marketId,
    after: {
      resolution: market.resolutionId,
      outcomeId,
      ...(alsoWon.length > 0 && { alsoWonIds: alsoWon }),
      bets: market.rehearsed.bets,
      paidBets,
      // Micro-USDC.
      paid: posted.toString(),
      toPool: escrow.toString(),
    },
  });
  return { kind: 'ended' };
}

/** Whether these amounts make the rehearsal that was approved. */
function isAsRehearsed(
  { marketId, result, rehearsed, rehearsalHash: hash, funded }: PayingMarket,
  { paidBets, paid, toPool }: { paidBets: number; paid: MicroUsdc; toPool: MicroUsdc },
): boolean {
  const { version, bets } = rehearsed;
  const escrow = microUsdc(paid + toPool);
  const houseResult = microUsdc(toPool - funded);
  return (
    rehearsalHash({ marketId, version, result, bets, paidBets, paid, escrow, toPool, houseResult }) === hash
  );
}

async function differs(tx: Tx, market: PayingMarket, paid: PaidSoFar): Promise<SettleStep> {
  const { isFlagged, settledThrough } = market;
  if (!isFlagged) await flagDifference(tx, market, paid);
  return { kind: 'differs', isNews: !isFlagged, hasBegun: settledThrough !== null };
}
