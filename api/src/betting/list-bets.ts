import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Db } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { listOfferedMarkets } from '../markets/stored-market.ts';
import type { Position } from '../realtime/position.ts';
import {
  getBetOf,
  type ListedBet,
  selectBetsOf,
  selectChangedBetsOf,
  selectOpenBetsOf,
} from './bet-store.ts';
import { type CashOutOffer, decideCashOuts, ofOneMoment } from './decide-cash-outs.ts';
import { listedBet } from './listed-bet.ts';

const MOST_LISTED = 500;

interface Query {
  userId: string;
  family: WalletFamily;
  mode: 'demo' | 'live';
}

/** The bets of a user, newest first. `before` is the id of the last bet seen, to list older ones. */
export const listBets = (db: Db, query: Query & { before: string | null }): Promise<WireBet[]> =>
  withOffers(db, query, (tx) => selectBetsOf(tx, { ...query, limit: MOST_LISTED }));

/** The open bets of a user, newest first, at most 500. */
export const listPositions = (db: Db, query: Query): Promise<WireBet[]> =>
  withOffers(db, query, (tx) => selectOpenBetsOf(tx, { ...query, limit: MOST_LISTED }));

/**
 * The bets of the first page that are new or have ended since a position of the stream. A lost bet ends with its market.
 */
export const listChangedBets = (db: Db, query: Query & { since: Position }): Promise<WireBet[]> =>
  withOffers(db, query, (tx) => selectChangedBetsOf(tx, { ...query, limit: MOST_LISTED }));

/** One bet of a user; null if the user has no such bet. */
export async function findBet(db: Db, query: Query & { betId: string }): Promise<WireBet | null> {
  const [found] = await withOffers(db, query, async (tx) => {
    const bet = await getBetOf(tx, query);
    return bet === null ? [] : [bet];
  });
  return found ?? null;
}

const withOffers = (
  db: Db,
  { mode, family }: Query,
  select: (tx: Db) => Promise<ListedBet[]>,
): Promise<WireBet[]> =>
  ofOneMoment(db, async (tx) => {
    const bets = await select(tx);
    const offers = await cashOutOffers(tx, { bets, mode });
    return bets.map((bet) => listedBet(bet, family, offers.get(bet.id) ?? null));
  });

/** What the market gives now for each open bet, or why nothing, by its id. The book of each market is loaded once. */
async function cashOutOffers(
  db: Db,
  { bets, mode }: { bets: readonly ListedBet[]; mode: 'demo' | 'live' },
): Promise<Map<string, CashOutOffer>> {
  const open = bets.filter(({ end, status }) => end === null && status !== 'failed');
  // Without its market among those that take bets, a bet waits for its result.
  const offers = new Map(open.map(({ id }) => [id, none(mode === 'live' ? 'live-mode' : 'market-closed')]));
  if (mode === 'live' || open.length === 0) return offers;
  const now = await readClock(db);
  const ids = [...new Set(open.map(({ marketId }) => marketId))];
  const markets = new Map((await listOfferedMarkets(db, { ids, now })).map((market) => [market.id, market]));
  const sales = open.flatMap((bet) => {
    const market = markets.get(bet.marketId);
    if (market === undefined) return [];
    const { marketId } = bet;
    const { funded } = market;
    return [{ mode, market, marketId, bet: { ...bet, hasEnded: false }, funded, asked: null, now }];
  });
  const decisions = await decideCashOuts(db, sales);
  for (const [index, decision] of decisions.entries()) {
    const betId = sales[index]?.bet.id;
    if (betId !== undefined && decision.kind !== 'fell') offers.set(betId, decision);
  }
  return offers;
}

const none = (why: NoCashOut): CashOutOffer => ({ kind: 'unavailable', why, availableAt: null });
