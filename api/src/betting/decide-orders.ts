import type { Refusal } from '@tallystone/core/betting/refusal';
import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import { judgeOrder, type OrderVerdict } from '@tallystone/core/in-play/judge-order';
import { isOfValue } from '../db/database-fault.ts';
import type { Db, Tx } from '../db/db.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { type Meters, NO_METERS } from '../meters/meters.ts';
import { lockAccounts } from './batch-store.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { bookStakes } from './book-stakes.ts';
import { inHalves } from './in-halves.ts';
import {
  type EndedOrder,
  freeStakes,
  insertOrderEnds,
  loadOrders,
  type WaitingOrder,
} from './order-store.ts';
import { placeBets } from './place-bets.ts';

/** Most orders of a market that one transaction decides. */
const MOST_AT_ONCE = 200;

/**
 * Decides all orders of one market that are due, in the order in which they came: each becomes a bet on the book of this moment,
 * or fails, and its stake is free. What isn't due waits. Safe to run in any number of processes.
 *
 * An order that breaks its transaction is found by halving. It waits, and fails once it is too late for it.
 *
 * @param meters count each order that ended
 * @returns whether anything was decided
 * @throws AggregateError of the orders that broke it, once all others are decided
 */
export async function decideOrders(
  db: Db,
  marketId: string,
  meters: Pick<Meters, 'orderEnded'> = NO_METERS,
): Promise<boolean> {
  const broken = new Map<string, unknown>();
  let found = 0;
  for (let next = Number.NaN; next !== 0; found += next)
    next = await decideSome(db, { marketId, meters, broken, isAsked: (id) => !broken.has(id) });
  if (broken.size > 0) {
    const ids = [...broken.keys()].join(', ');
    throw new AggregateError(broken.values(), `orders ${ids} of market ${marketId} could not be decided`);
  }
  return found > 0;
}

/** @returns how many of the orders that are asked for were due, up to the most; adds to `broken` those that could not be decided */
async function decideSome(
  db: Db,
  of: {
    marketId: string;
    meters: Pick<Meters, 'orderEnded'>;
    broken: Map<string, unknown>;
    isAsked: (id: string) => boolean;
  },
): Promise<number> {
  let ids: string[] = [];
  try {
    const ended = await transaction(
      db,
      async (tx) => {
        const found = await judge(tx, of);
        ids = found.judged.map(({ order }) => order.id);
        return ids.length === 0 ? [] : end(tx, { ...of, ...found });
      },
      'bet',
    );
    for (const { failure } of ended)
      of.meters.orderEnded(failure === null ? 'filled' : 'failed', failure?.code ?? '');
  } catch (error) {
    const [id] = ids;
    if (id === undefined || error instanceof CommitUnknownError || !isOfValue(error)) throw error;
    if (ids.length === 1) of.broken.set(id, error);
    else await inHalves(ids, (half) => decideSome(db, { ...of, isAsked: (asked) => half.includes(asked) }));
  }
  return ids.length;
}

interface Judged {
  readonly market: LockedMarket | null;
  readonly judged: readonly { readonly order: WaitingOrder; readonly verdict: OrderVerdict }[];
}

/** Locks the market, and judges which of its orders end now. */
async function judge(
  tx: Tx,
  { marketId, isAsked }: { marketId: string; isAsked: (id: string) => boolean },
): Promise<Judged> {
  const market = await lockMarket(tx, marketId);
  const { now, haltedAt, orders } = await loadOrders(tx, marketId);
  const judged = orders
    .filter(({ id }) => isAsked(id))
    .map((order) => ({ order, verdict: verdictOf(order, { market, haltedAt, now }) }))
    .filter(({ verdict }) => verdict !== 'wait')
    .slice(0, MOST_AT_ONCE);
  return { market, judged };
}

async function end(
  tx: Tx,
  { marketId, market, judged }: Judged & { marketId: string },
): Promise<EndedOrder[]> {
  const due = judged.filter(({ verdict }) => verdict === 'decide').map(({ order }) => order);
  const entries = await free(tx, { marketId, market, due, ended: judged.map(({ order }) => order) });
  const answers = await place(tx, { marketId, market, due });
  const ended = judged.map(({ order, verdict }) => {
    const refusal = refusalOf(order, verdict, answers.get(order.id));
    const failure = refusal === null ? null : { code: refusal.reason, message: refusalMessage(refusal) };
    return { order, entryId: entries.get(order.id) ?? '', failure };
  });
  await insertOrderEnds(tx, ended);
  return ended;
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
  of: { marketId: string; market: LockedMarket | null; due: readonly WaitingOrder[] },
): Promise<ReadonlyMap<string, BetAnswer>> {
  const { marketId, market, due } = of;
  if (due.length === 0) return new Map();
  const bets = due.map((order) => requestOf(order, marketId));
  const answers = await placeBets(
    tx,
    { marketId, bets, stakes: bookStakes },
    { wholePool: false, due: market },
  );
  return new Map(due.map(({ id }, place) => [id, answers[place] as BetAnswer]));
}

function requestOf(order: WaitingOrder, marketId: string): BetRequest {
  const { id, userId, family, chain, outcomeId, stake, odds } = order;
  const { quoteId, idempotencyKey, bodyHash, signedHash, signedText, signature } = order;
  return {
    ...{ betId: id, family, chain, marketId, signedText, signature },
    // It was checked when the bet was sent, and the order is kept whatever happens to the session.
    uncheckedSession: null,
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
  if (answer === undefined || answer.kind === 'signed-out')
    throw new Error(`order ${order.id} was not decided`);
  if (answer.kind === 'refused') return answer.refusal;
  // The quote or the key of another bet, which was placed meanwhile.
  return answer.bet.id === order.id ? null : { kind: 'rejected', reason: 'already-placed' };
}
