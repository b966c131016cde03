import { judgeOrder } from '@tallystone/core/in-play/judge-order';
import type { Db, Tx } from '../db/db.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { groupBy } from '../rounds/group-by.ts';
import { waitAgain } from './automatic-cash-out-store.ts';
import {
  getWaitingCashOut,
  listDueCashOuts,
  listWaitingCashOuts,
  type WaitingCashOut,
} from './cash-out-order-store.ts';
import { type DecideDeps, decideDueCashOuts } from './decide-due-cash-outs.ts';
import { decideSale, type LockedSale, lockForSales, readSale, saveSale } from './sell.ts';
import {
  type CashOutFailure,
  type EndedCashOut,
  endCashOutOrder,
  endCashOutOrders,
  failure,
  worthLess,
} from './sent-cash-out.ts';

/** They are decided one after the other, and the embedded engine has one connection for everything. */
const MOST_AT_ONCE = 20;

/**
 * Decides the cash-outs of bets that wait for these markets in play and are due, those by hand before automatic ones. Each is paid
 * all that the market gives now if that is at least the signed amount, or fails, and its bet stays open; an automatic one waits for
 * its amount again. Safe to run in any number of processes.
 *
 * @param deps.onDecided called with the market of the bets
 */
export async function decideCashOutOrders(
  db: Db,
  pricedMarketIds: readonly string[],
  { onDecided, ...deps }: DecideDeps & { onDecided(marketId: string): void },
): Promise<void> {
  const due = await listDueCashOuts(db, pricedMarketIds);
  // A transaction is about one market, because the locks of its game come before those of accounts.
  const groups = groupBy(due, ({ marketId, isByHand }) => `${marketId} ${isByHand}`).values();
  await decideDueCashOuts(db, groups, { ...deps, most: MOST_AT_ONCE, decide, giveUp, onDecided });
}

/** @param betIds of one market @returns the market, if a cash-out was decided */
async function decide(tx: Tx, betIds: readonly string[]): Promise<string[]> {
  const asked = await listWaitingCashOuts(tx, betIds);
  const [first] = asked;
  if (first === undefined) return [];
  const { marketId } = first;
  let locked = await lockForSales(tx, { marketId, userIds: [...new Set(asked.map(({ userId }) => userId))] });
  // Another process may have decided some before the locks.
  const before = new Set(asked.map(({ id }) => id));
  const orders = (await listWaitingCashOuts(tx, betIds)).filter(({ id }) => before.has(id));
  const ended: EndedCashOut[] = [];
  let isDecided = false;
  for (const order of orders) {
    const sale = await readSale(tx, { ...order, asked: order.amount, mode: 'demo' }, locked);
    const failure = await sellOrFail(tx, order, sale);
    if (failure === 'wait') continue;
    isDecided = true;
    if (failure !== null && order.reachedAt !== null) await waitAgain(tx, order.id);
    else ended.push({ order, how: failure ?? 'filled' });
    // The next one is decided on what this one left.
    if (failure === null) locked = { ...locked, market: (await lockMarket(tx, marketId)) ?? locked.market };
  }
  await endCashOutOrders(tx, ended);
  return isDecided ? [marketId] : [];
}

/** Fails a cash-out whose decision breaks each time, without what breaks it. */
async function giveUp(tx: Tx, betId: string, failure: CashOutFailure): Promise<string[]> {
  const order = await getWaitingCashOut(tx, betId);
  if (order === null) return [];
  if (order.reachedAt !== null) await waitAgain(tx, order.id);
  else await endCashOutOrder(tx, order, failure);
  return [order.marketId];
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
