import { judgeOrder } from '@tallystone/core/in-play/judge-order';
import type { Db, Tx } from '../db/db.ts';
import { waitAgain } from './automatic-cash-out-store.ts';
import { getWaitingCashOut, listDueCashOuts, type WaitingCashOut } from './cash-out-order-store.ts';
import { type DecideDeps, decideEachCashOut } from './decide-each-cash-out.ts';
import { decideSale, type LockedSale, lockSale, saveSale } from './sell.ts';
import { type CashOutFailure, endCashOutOrder, failure, worthLess } from './sent-cash-out.ts';

/**
 * Decides the cash-outs of bets that wait for these markets in play and are due, those by hand before automatic ones. Each is paid
 * all that the market gives now if that is at least the signed amount, or fails, and its bet stays open; an automatic one waits for
 * its amount again. Safe to run in any number of processes.
 *
 * @param deps.onDecided called with the market of each bet
 */
export async function decideCashOutOrders(
  db: Db,
  pricedMarketIds: readonly string[],
  { onDecided, ...deps }: DecideDeps & { onDecided(marketId: string): void },
): Promise<void> {
  await decideEachCashOut(db, await listDueCashOuts(db, pricedMarketIds), {
    ...deps,
    decide,
    giveUp,
    onDecided: (marketId) => marketId !== null && onDecided(marketId),
  });
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
async function giveUp(tx: Tx, betId: string, failure: CashOutFailure): Promise<string | null> {
  const order = await getWaitingCashOut(tx, betId);
  if (order === null) return null;
  await end(tx, order, failure);
  return order.marketId;
}

/** Pays the bet out. @returns why it can't be paid, or null */
async function sellOrFail(
  tx: Tx,
  order: WaitingCashOut,
  locked: LockedSale,
): Promise<CashOutFailure | 'wait' | null> {
  const { bet, running, sale } = locked;
  if (bet.hasEnded) return failure('bet-ended');
  if (order.part !== null && order.part.openStake !== bet.stake) return failure('changed');
  if (running === null) return failure('market-closed');
  const verdict = judgeOrder({ ...order, orderedAt: order.reachedAt ?? order.placedAt }, running, sale.now);
  if (verdict === 'wait') return 'wait';
  if (verdict !== 'decide') return failure(verdict);
  const decision = await decideSale(tx, locked);
  switch (decision.kind) {
    case 'unavailable':
      return failure(decision.why);
    case 'fell':
      return worthLess(decision.amount);
    case 'accepted':
      await saveSale(tx, locked, { decision, signed: order });
      return null;
  }
}
