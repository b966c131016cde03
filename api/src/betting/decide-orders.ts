import type { Refusal } from '@tallystone/core/betting/refusal';
import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import { judgeOrder, type OrderVerdict } from '@tallystone/core/in-play/judge-order';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { lockAccounts } from './batch-store.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { bookStakes } from './book-stakes.ts';
import { freeStakes, insertOrderEnds, loadOrders, type WaitingOrder } from './order-store.ts';
import { placeBets } from './place-bets.ts';

/** Most orders of a market that one transaction decides. The next round decides the others. */
const MOST_AT_ONCE = 200;

/**
 * Decides the orders of one market that are due, in the order in which they came: each becomes a bet on the book of this moment,
 * or fails, and its stake is free. What isn't due waits. Safe to run in any number of processes.
 *
 * @returns whether anything was decided
 */
export function decideOrders(db: Db, marketId: string): Promise<boolean> {
  return transaction(db, (tx) => decide(tx, marketId), 'bet');
}

async function decide(tx: Tx, marketId: string): Promise<boolean> {
  const market = await lockMarket(tx, marketId);
  const { now, haltedAt, orders } = await loadOrders(tx, marketId);
  const judged = orders
    .map((order) => ({ order, verdict: verdictOf(order, { market, haltedAt, now }) }))
    .filter(({ verdict }) => verdict !== 'wait')
    .slice(0, MOST_AT_ONCE);
  if (judged.length === 0) return false;
  const due = judged.filter(({ verdict }) => verdict === 'decide').map(({ order }) => order);
  const entries = await free(tx, { marketId, market, due, ended: judged.map(({ order }) => order) });
  const answers = await place(tx, { marketId, due });
  await insertOrderEnds(
    tx,
    judged.map(({ order, verdict }) => {
      const refusal = refusalOf(order, verdict, answers.get(order.id));
      const failure = refusal === null ? null : { code: refusal.reason, message: refusalMessage(refusal) };
      return { order, entryId: entries.get(order.id) ?? '', failure };
    }),
  );
  return true;
}

function verdictOf(
  order: WaitingOrder,
  { market, haltedAt, now }: { market: LockedMarket | null; haltedAt: Date | null; now: Date },
): OrderVerdict {
  if (market === null || market.book.kind !== 'feed') return 'market-closed';
  const { state, closesAt, book } = market;
  return judgeOrder(
    { ...order, orderedAt: order.placedAt },
    { state, closesAt, haltedAt, pricedAt: book.pricedAt },
    now,
  );
}

/** Locks everything that the bets will need, so that the order of locks is that of every batch, and gives the stakes back. */
async function free(
  tx: Tx,
  of: {
    marketId: string;
    market: LockedMarket | null;
    due: readonly WaitingOrder[];
    ended: readonly WaitingOrder[];
  },
): Promise<ReadonlyMap<string, string>> {
  const { marketId, market, due, ended } = of;
  const userIds = [...new Set(ended.map(({ userId }) => userId))];
  const pool = due.length > 0 && market?.isFunded === false ? 'whole' : 'none';
  const { ids } = await lockAccounts(tx, { marketId, userIds, pool, orders: true });
  return freeStakes(tx, ended, ids);
}

/** Places the bets of orders as if they came now. @returns the answers by order */
async function place(
  tx: Tx,
  { marketId, due }: { marketId: string; due: readonly WaitingOrder[] },
): Promise<ReadonlyMap<string, BetAnswer>> {
  if (due.length === 0) return new Map();
  const bets = due.map((order) => requestOf(order, marketId));
  const answers = await placeBets(
    tx,
    { marketId, bets, stakes: bookStakes },
    { wholePool: false, areDue: true },
  );
  return new Map(due.map(({ id }, place) => [id, answers[place] as BetAnswer]));
}

function requestOf(order: WaitingOrder, marketId: string): BetRequest {
  const { id, userId, family, chain, outcomeId, stake, odds } = order;
  const { quoteId, idempotencyKey, bodyHash, signedHash, signedText, signature } = order;
  return {
    ...{ betId: id, family, chain, marketId, signedText, signature },
    // A quote lasts until the bet is sent. What counts now is the minimum that was signed.
    terms: { outcomeId, stake, odds, quoteExpiresAt: null },
    identity: { userId, quoteId, idempotencyKey, bodyHash, signedHash },
  };
}

/** Why an order failed; null if its bet was placed. */
function refusalOf(
  order: WaitingOrder,
  verdict: OrderVerdict,
  answer: BetAnswer | undefined,
): Refusal | null {
  if (verdict !== 'decide' && verdict !== 'wait') return { kind: 'rejected', reason: verdict };
  if (answer === undefined) throw new Error(`order ${order.id} was not decided`);
  if (answer.kind === 'refused') return answer.refusal;
  // The quote or the key of another bet, which was placed meanwhile.
  return answer.bet.id === order.id ? null : { kind: 'rejected', reason: 'already-placed' };
}
