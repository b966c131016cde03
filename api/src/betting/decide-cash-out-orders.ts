import { judgeOrder } from '@tallystone/core/in-play/judge-order';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { waitAgain } from './automatic-cash-out-store.ts';
import {
  type CashOutFailure,
  endCashOutOrder,
  getWaitingCashOut,
  listDueCashOuts,
  type WaitingCashOut,
} from './cash-out-order-store.ts';
import { decideSale, type LockedSale, lockSale, saveSale } from './sell.ts';

/**
 * Decides the cash-outs that wait for these markets in play and are due, those by hand before automatic ones. Each is paid all that
 * the market gives now if that is at least the signed amount, or fails, and its bet stays open; an automatic one waits for its
 * amount again. Each has a transaction of its own, so one that breaks leaves the others. Safe to run in any number of processes.
 *
 * @param mayPay whether the books add up; otherwise nothing is paid
 * @param onDecided called with the market of each bet
 * @param onError called with what broke a transaction; its cash-out is tried again for 20 seconds, and then fails
 */
export async function decideCashOutOrders(
  db: Db,
  pricedMarketIds: readonly string[],
  {
    mayPay,
    onDecided,
    onError,
  }: { mayPay(): boolean; onDecided(marketId: string): void; onError(error: unknown): void },
): Promise<void> {
  for (const { betId, isStuck } of await listDueCashOuts(db, pricedMarketIds)) {
    const isPaying = mayPay();
    if (!isPaying && !isStuck) continue;
    const why = isPaying ? 'feed-stale' : 'books';
    await transaction(db, (tx) => (isStuck ? giveUp(tx, betId, why) : decide(tx, betId)), 'cash-out')
      .then((marketId) => marketId !== null && onDecided(marketId))
      .catch(onError);
  }
}

/** @returns the bet's market, or null if the cash-out waits on or is decided already */
async function decide(tx: Tx, betId: string): Promise<string | null> {
  const order = await getWaitingCashOut(tx, betId);
  if (order === null) return null;
  const { amount: asked } = order;
  const locked = await lockSale(tx, { ...order, asked, mode: 'demo' });
  // Another process may have decided it before the lock.
  if ((await getWaitingCashOut(tx, betId))?.id !== order.id) return null;
  const failure = await sellOrFail(tx, order, locked);
  if (failure === 'wait') return null;
  await end(tx, order, failure);
  return order.marketId;
}

/** Ends a cash-out that was decided. @param failure why nothing was paid; null if it was paid */
async function end(tx: Tx, order: WaitingCashOut, failure: CashOutFailure | null): Promise<void> {
  if (failure !== null && order.reachedAt !== null) await waitAgain(tx, order.id);
  else await endCashOutOrder(tx, order, failure ?? 'filled');
}

/** Fails a cash-out whose decision breaks each time, without what breaks it. */
async function giveUp(tx: Tx, betId: string, why: 'feed-stale' | 'books'): Promise<string | null> {
  const order = await getWaitingCashOut(tx, betId);
  if (order === null) return null;
  await end(tx, order, { code: why, message: say(`cash-out-${why}`) });
  return order.marketId;
}

/** Pays the bet out. @returns why it can't be paid, or null */
async function sellOrFail(
  tx: Tx,
  order: WaitingCashOut,
  locked: LockedSale,
): Promise<CashOutFailure | 'wait' | null> {
  const { bet, running, sale } = locked;
  const failed = (
    code: Exclude<ReturnType<typeof judgeOrder>, 'wait' | 'decide'> | 'bet-ended' | 'changed',
  ) => ({
    code,
    message: say(`cash-out-${code}`),
  });
  if (bet.hasEnded) return failed('bet-ended');
  if (order.part !== null && order.part.openStake !== bet.stake) return failed('changed');
  if (running === null) return failed('market-closed');
  const verdict = judgeOrder({ ...order, orderedAt: order.reachedAt ?? order.placedAt }, running, sale.now);
  if (verdict === 'wait') return 'wait';
  if (verdict !== 'decide') return failed(verdict);
  const decision = await decideSale(tx, locked);
  switch (decision.kind) {
    case 'unavailable':
      return { code: decision.why, message: say(`cash-out-${decision.why}`) };
    case 'fell':
      return {
        code: 'odds-changed',
        message: say('cash-out-fell', { amount: usdcToNumber(decision.amount) }),
      };
    case 'accepted':
      await saveSale(tx, locked, { decision, signed: order });
      return null;
  }
}
