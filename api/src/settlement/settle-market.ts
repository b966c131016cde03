import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { rehearsalHash } from '@tallystone/core/settlement/rehearse';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { settleChunk } from './settle-chunk.ts';
import {
  beginPaying,
  claimPaying,
  clearDifference,
  endPaying,
  flagDifference,
  type PaidSoFar,
  type PayingMarket,
  sumLeft,
  sumPaid,
} from './settle-store.ts';

/**
 * What one step came to. `busy`: another process is at the market, or nothing is due. `differs`: it does not pay what
 * was rehearsed, so that nothing was done and an admin must look at it; `isNews` when nobody had said so, `hasBegun` when
 * its result can no longer be undone. `resumed`: it did, and does no more.
 */
export type SettleStep =
  | { readonly kind: 'busy' | 'began' | 'settled-chunk' | 'resumed' | 'ended' }
  | { readonly kind: 'differs'; readonly isNews: boolean; readonly hasBegun: boolean };

/**
 * Takes the next step of paying a market, as one transaction: begins, settles a chunk of bets, or ends it. Whoever
 * comes next goes on where the last one stopped, however that one ended.
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
      // The feed spoke after it was asked: its result is taken back the next time, see feed-results.ts.
      if (market === null || market.isHeardLate) return { kind: 'busy' };
      if (market.settledThrough === null) return begin(tx, market);
      if (market.isFlagged) return lookAgain(tx, market);
      if (await settleChunk(tx, market, chunk)) return { kind: 'settled-chunk' };
      return end(tx, market);
    },
    'settle',
  );
}

/** Nothing may have moved since the rehearsal; the market was out of everybody's reach. */
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

/** A market that was held back goes on once what it has paid, has to pay and holds make up the rehearsal again. */
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
  const { marketId, result, escrow } = market;
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
    action: result.kind === 'void' ? 'market.voided' : 'market.settled',
    subject: marketId,
    after: {
      resolution: market.resolutionId,
      outcomeId: result.kind === 'void' ? null : result.outcomeId,
      bets: market.rehearsed.bets,
      paidBets,
      // Micro-USDC.
      paid: posted.toString(),
      toPool: escrow.toString(),
    },
  });
  return { kind: 'ended' };
}

/** Whether what is or was paid, said as the rehearsal says it, is the rehearsal that was approved. */
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
