import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Db } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { listMarketsOfBooks, listOfferedMarkets } from '../markets/stored-market.ts';
import type { Position } from '../realtime/position.ts';
import { loadAutomatic } from './automatic-cash-out-store.ts';
import { type ListedBet, selectBetsOf, selectChangedBetsOf, selectOpenBetsOf } from './bet-store.ts';
import { type CashOutOffer, decideCashOuts, ofOneMoment } from './decide-cash-outs.ts';
import { listedBet } from './listed-bet.ts';
import { getAnyBetOf, selectChangedOrdersOf, selectOpenOrdersOf, selectOrdersOf } from './order-store.ts';
import { atItsPrice, loadRunning } from './running-prices.ts';
import { loadSelling } from './selling.ts';

const MOST_LISTED = 500;

interface Query {
  userId: string;
  family: WalletFamily;
  mode: 'demo' | 'live';
}

/** The bets of a user, newest first. `before` is the id of the last bet seen, to list older ones. */
export const listBets = (db: Db, query: Query & { before: string | null }): Promise<WireBet[]> =>
  withOffers(db, query, (tx) => selectPage(tx, query));

/** The open bets of a user, newest first, at most 500. */
export const listPositions = (db: Db, query: Query): Promise<WireBet[]> =>
  withOffers(db, query, async (tx) =>
    newestFirst(
      await selectOpenBetsOf(tx, { ...query, limit: MOST_LISTED }),
      await ordersOf(query, () => selectOpenOrdersOf(tx, query.userId)),
    ),
  );

/**
 * The bets of the first page that are new or have ended since a position of the stream. A lost bet ends with its market.
 */
export const listChangedBets = (db: Db, query: Query & { since: Position }): Promise<WireBet[]> =>
  withOffers(db, query, async (tx) =>
    newestFirst(
      await selectChangedBetsOf(tx, { ...query, limit: MOST_LISTED }),
      await ordersOf(query, () => selectChangedOrdersOf(tx, { ...query, limit: MOST_LISTED })),
    ),
  );

/** One bet of a user; null if the user has no such bet. */
export async function findBet(db: Db, query: Query & { betId: string }): Promise<WireBet | null> {
  const [found] = await withOffers(db, query, async (tx) => {
    const bet = await getAnyBetOf(tx, query);
    return bet === null ? [] : [bet];
  });
  return found ?? null;
}

/** A page of bets, and the orders from its time that aren't bets. */
async function selectPage(db: Db, query: Query & { before: string | null }): Promise<ListedBet[]> {
  const { userId, before } = query;
  const page = await selectBetsOf(db, { ...query, limit: MOST_LISTED });
  const seen = before === null ? null : await getAnyBetOf(db, { userId, betId: before });
  // The last page also has what is older than all bets.
  const from = page.length < MOST_LISTED ? null : (page.at(-1)?.placedAt ?? null);
  const orders = await ordersOf(query, () =>
    selectOrdersOf(db, { userId, from, before: seen?.placedAt ?? null, limit: MOST_LISTED }),
  );
  return newestFirst(page, orders);
}

/** Only practice money is bet in play. */
const ordersOf = async ({ mode }: Query, read: () => Promise<ListedBet[]>): Promise<ListedBet[]> =>
  mode === 'demo' ? read() : [];

/** Two lists of which each has the newest first, as one. */
function newestFirst(bets: ListedBet[], orders: ListedBet[]): ListedBet[] {
  if (orders.length === 0) return bets;
  return [...bets, ...orders].sort((a, b) => b.placedAt.getTime() - a.placedAt.getTime());
}

const withOffers = (
  db: Db,
  { mode, family }: Query,
  select: (tx: Db) => Promise<ListedBet[]>,
): Promise<WireBet[]> =>
  ofOneMoment(db, async (tx) => {
    const bets = await select(tx);
    const open = bets.filter(({ end, status, order }) => end === null && status !== 'failed' && !order);
    const betIds = open.map(({ id }) => id);
    if (mode === 'live') {
      const offers = new Map(betIds.map((id) => [id, none('live-mode')]));
      return bets.map((bet) => listedBet(bet, family, { offer: offers.get(bet.id) ?? null }));
    }
    const sold = bets.filter(({ end }) => end?.result === 'cashed-out').map(({ id }) => id);
    const automatic = await loadAutomatic(tx, [...betIds, ...sold]);
    if (open.length === 0)
      return bets.map((bet) => listedBet(bet, family, { offer: null, automatic: automatic.get(bet.id) }));
    const { offers, pricedBy } = await cashOutOffers(tx, open);
    const selling = await loadSelling(tx, 'bet', betIds);
    return bets.map((bet) =>
      listedBet(bet, family, {
        offer: offers.get(bet.id) ?? null,
        selling: selling.get(bet.id),
        automatic: automatic.get(bet.id),
        pricedBy: pricedBy.get(bet.id),
      }),
    );
  });

/** What the market gives now for each of these open bets, or why nothing, by its id. The book of each market is loaded once. */
async function cashOutOffers(
  db: Db,
  open: readonly ListedBet[],
): Promise<{ offers: Map<string, CashOutOffer>; pricedBy: Map<string, string> }> {
  // Without its market among those that take bets, a bet waits for its result.
  const offers = new Map(open.map(({ id }) => [id, none('market-closed')]));
  const now = await readClock(db);
  const ids = [...new Set(open.map(({ marketId }) => marketId))];
  const running = await loadRunning(db, ids);
  const offered = await listOfferedMarkets(db, { ids, now });
  // The list no longer offers the markets from before the start of a game.
  const begun = await listMarketsOfBooks(db, [...running.keys()]);
  const markets = new Map([...offered, ...begun].map((market) => [market.id, market]));
  const pricedBy = new Map<string, string>();
  const sales = open.flatMap((bet) => {
    const { marketId } = bet;
    const market = markets.get(marketId);
    if (market === undefined) return [];
    const sale = { market, marketId, bet: openOf(bet), funded: market.funded, now };
    const priced = atItsPrice({ mode: 'demo', ...sale, asked: null }, running.get(marketId));
    if (priced.running !== null) pricedBy.set(bet.id, priced.running.marketId);
    return [priced.sale];
  });
  const decisions = await decideCashOuts(db, sales);
  const sold = open.filter(({ marketId }) => markets.has(marketId));
  for (const [index, decision] of decisions.entries()) {
    const betId = sold[index]?.id;
    if (betId !== undefined && decision.kind !== 'fell') offers.set(betId, decision);
  }
  return { offers, pricedBy };
}

/** What is open of a bet that has not ended. */
const openOf = ({ outcomeId, placedAt, stake, payout, sold }: ListedBet) => ({
  ...{ outcomeId, placedAt, hasEnded: false },
  stake: microUsdc(stake - (sold?.stake ?? 0n)),
  payout: microUsdc(payout - (sold?.payout ?? 0n)),
});

const none = (why: NoCashOut): CashOutOffer => ({ kind: 'unavailable', why, availableAt: null });
