import { atRunningPrice } from '@tallystone/core/betting/at-running-price';
import { priceReached } from '@tallystone/core/betting/reach-price';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import { bookProbabilities } from '@tallystone/core/odds/book';
import type { Db, Tx } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { transaction } from '../db/transaction.ts';
import { getMarketOfBooks } from '../markets/stored-market.ts';
import {
  beginDelay,
  countWaiting,
  endThoseOfEndedBets,
  getAutomaticCashOut,
  isAnyAutomatic,
  listWatchedMarkets,
  listWithinReach,
  type PageEnd,
} from './automatic-cash-out-store.ts';
import { getWaitingCashOut } from './cash-out-order-store.ts';
import { decideCashOuts, ofOneMoment } from './decide-cash-outs.ts';
import { atItsPrice, loadRunning } from './running-prices.ts';
import { decideSale, lockSale, saveSale } from './sell.ts';
import { endCashOutOrder } from './sent-cash-out.ts';

/** Time alone may let a bet be cashed out, so a market without changes is looked at again. Orders of ended bets end as often. */
const LOOKS_AGAIN_MS = 10_000;
/**
 * Most automatic cash-outs of a market that one look sells, so other markets aren't kept waiting. And the most that wait for the
 * delay of a market in play: deciding takes time, and what is due has to be decided within seconds.
 */
const MOST_AT_ONCE = 50;
/** Most that one look reads, because some can't be sold although their amount is within reach. */
const MOST_READ = 500;

/** What was seen of a market: `sellReached` keeps it from one look to the next. */
export type Looks = Map<string, Look>;

interface Look {
  /** The market's mark if all within reach was read; otherwise the next look goes on. */
  readonly mark: string | null;
  readonly at: number;
  readonly tidiedAt: number;
  /** Where it goes on; null: from the first. */
  readonly after: PageEnd | null;
}

/**
 * Cashes out the bets whose automatic cash-outs have reached their amount, at all that the market gives: at once, or, while the
 * game is played, after its delay (decide-cash-out-orders.ts). Each has a transaction of its own. Only markets that have changed
 * since the last look are read. Safe to run in any number of processes.
 *
 * @param now ms, for the time between two looks
 * @param onSold called with the market of each bet that was sold, or waits for its delay now
 * @param onError called with what broke a transaction; the others go on, and it is tried again
 */
export async function sellReached(
  db: Db,
  {
    looks,
    now,
    onSold,
    onError,
  }: { looks: Looks; now: number; onSold(marketId: string): void; onError(error: unknown): void },
): Promise<void> {
  const watched = (await isAnyAutomatic(db)) ? await listWatchedMarkets(db) : [];
  const ids = new Set(watched.map(({ marketId }) => marketId));
  for (const id of looks.keys()) if (!ids.has(id)) looks.delete(id);
  for (const { marketId, mark } of watched) {
    const last = looks.get(marketId) ?? { mark: null, at: now, tidiedAt: now, after: null };
    if (last.mark === mark && now - last.at < LOOKS_AGAIN_MS) continue;
    const isTidied = now - last.tidiedAt < LOOKS_AGAIN_MS;
    const look = { mark, at: now, tidiedAt: isTidied ? last.tidiedAt : now, after: null };
    // Also after an error, so it isn't repeated at once.
    looks.set(marketId, look);
    try {
      if (!isTidied) await endThoseOfEndedBets(db, marketId);
      const { reached, most, end } = await listReached(db, marketId, last.after);
      for (const betId of reached.slice(0, most)) {
        await transaction(db, (tx) => sellOne(tx, betId), 'cash-out')
          .then((isSold) => isSold && onSold(marketId))
          .catch(onError);
      }
      if (reached.length > most) looks.set(marketId, { ...look, mark: null, after: last.after });
      else if (end !== null) looks.set(marketId, { ...look, mark: null, after: end });
    } catch (error) {
      onError(error);
    }
  }
}

/** A page of bets that could be cashed out for the amounts of their automatic cash-outs now, the first sent first. */
interface Reached {
  readonly reached: readonly string[];
  /** How many of them may be sold now. */
  readonly most: number;
  /** Where the page ends; null if it is the last. */
  readonly end: PageEnd | null;
}

function listReached(db: Db, marketId: string, after: PageEnd | null): Promise<Reached> {
  return ofOneMoment(db, async (tx) => {
    const none = { reached: [], most: 0, end: null };
    const market = await getMarketOfBooks(tx, marketId);
    if (market === null) return none;
    const now = await readClock(tx);
    const isOfFeed = market.book.kind === 'feed';
    const running = isOfFeed ? (await loadRunning(tx, [marketId])).get(marketId) : undefined;
    const priced = [market, ...(running === undefined ? [] : [atRunningPrice(market, running)])];
    // Nothing is sold at the prices of a market without betting.
    const books = priced.filter((each) => stateAt(each, now) === 'open');
    if (books.length === 0) return none;
    const chances = books.map(({ book }) => bookProbabilities(book));
    const outcomes = market.outcomeIds.map((id, place) => ({
      id,
      price: priceReached(Math.max(...chances.map((of) => of[place] ?? 0))),
    }));
    const found = await listWithinReach(tx, { marketId, outcomes, page: { after, size: MOST_READ } });
    if (found.length === 0) return none;
    const { funded } = market;
    const sales = found.map(({ amount: asked, id: _, sentAt: __, ...terms }) => {
      const bet = { ...terms, hasEnded: false };
      const { sale } = atItsPrice(
        { mode: 'demo', market, marketId, bet, funded, asked, isMinimum: true, now },
        running,
      );
      return sale;
    });
    const decisions = await decideCashOuts(tx, sales);
    const last = found.at(-1);
    return {
      reached: found.flatMap(({ betId }, place) => (decisions[place]?.kind === 'accepted' ? [betId] : [])),
      most: MOST_AT_ONCE - (running === undefined ? 0 : await countWaiting(tx, running.marketId)),
      end: found.length < MOST_READ || last === undefined ? null : { placedAt: last.sentAt, id: last.id },
    };
  });
}

/** @returns whether the bet was sold, or waits for its delay now; not if it has changed since it was found */
async function sellOne(tx: Tx, betId: string): Promise<boolean> {
  const found = await getAutomaticCashOut(tx, betId);
  if (found === null) return false;
  const locked = await lockSale(tx, { ...found, asked: found.amount, mode: 'demo' });
  const order = await getAutomaticCashOut(tx, betId);
  if (order?.id !== found.id || order.reachedAt !== null || (await getWaitingCashOut(tx, betId)) !== null)
    return false;
  const { running } = locked;
  const sale = { ...locked.sale, isMinimum: true };
  const decision = await decideSale(tx, { running, sale });
  if (decision.kind !== 'accepted') return false;
  if (running === null) {
    await saveSale(tx, locked, { decision, signed: order });
    await endCashOutOrder(tx, order, 'filled');
    return true;
  }
  await beginDelay(tx, order, {
    reachedAt: sale.now,
    decideAt: new Date(sale.now.getTime() + running.delaySeconds * 1000),
    pricedMarketId: running.marketId,
  });
  return true;
}
