import type { LegMarket } from '@tallystone/core/combos/decide-combo';
import { type SQL, sql } from 'drizzle-orm';
import { loadRunning, type Running } from '../betting/running-prices.ts';
import type { Db, Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, row } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { isOneSided } from '../ledger/question.ts';
import { stateOfMarket } from '../markets/stored-market.ts';

/** A market that combos may have a selection of, with what their history shows of it. */
export interface StoredLegMarket extends LegMarket {
  readonly id: string;
  readonly title: string;
  readonly category: (typeof markets.category.enumValues)[number];
  readonly gameId: string | null;
  readonly startsAt: Date | null;
  readonly version: number;
  readonly outcomeNames: readonly string[];
  readonly isDeleted: boolean;
}

export interface LegMarkets {
  /** The database's clock, read with the markets, in whole milliseconds. */
  readonly now: Date;
  readonly byId: ReadonlyMap<string, StoredLegMarket>;
}

/**
 * Locks these markets against every change until the transaction ends, in the order of their ids, so that a market that is
 * deleted can't get a combo. Combos take turns before: shared locks that overlap without end would keep the feed and bets out.
 */
export async function lockLegMarkets(tx: Tx, ids: readonly string[]): Promise<void> {
  await takeLock(tx, 'combos');
  await tx.execute(sql`select m.id from markets m where ${isAmong(ids)} order by m.id for share`);
}

/** Reads these markets and the clock in one snapshot. Those that don't exist are missing. */
export async function readLegMarkets(db: Db, ids: readonly string[]): Promise<LegMarkets> {
  const { now, found } = await row(
    db,
    { now: col.date, found: col.all(col.object(LEG_MARKET)) },
    sql`
      with ${clock}
      select date_trunc('milliseconds', clock.now) as now, (
        select json_agg(json_build_object('id', m.id, 'title', m.title, 'category', m.category, 'gameId', m.game_id,
          'gameTitle', g.title, 'startsAt', m.starts_at, 'state', ${stateOfMarket}, 'closesAt', m.closes_at,
          'version', m.version, 'pricing', m.pricing, 'winners', m.winners, 'isOneSided', ${isOneSided}, 'pricedAt', m.priced_at, 'isInPlay', g.in_play_of is not null, 'isDeleted', m.deleted_at is not null, 'outcomes', (
            select json_agg(json_build_object('id', o.id, 'name', o.name, 'odds', o.feed_odds::text) order by o.position)
            from outcomes o where o.market_id = m.id)))
        from markets m left join games g on g.id = m.game_id
        where ${isAmong(ids)}
      ) as found
      from clock`,
  );
  return { now, byId: new Map(found.map((market) => [market.id, legMarket(market)])) };
}

/** The markets of combos that may be cashed out. */
export interface SoldMarkets extends LegMarkets {
  /** For those that have closed: the market in play on the same condition. Without one, the game isn't being played. */
  readonly running: ReadonlyMap<string, Running>;
}

/** Reads these markets with those in play, whose prices a cash-out takes once they have closed. */
export async function readSoldMarkets(db: Db, ids: readonly string[]): Promise<SoldMarkets> {
  const markets = await readLegMarkets(db, ids);
  const closed = [...markets.byId.values()].filter(({ state }) => state === 'closed').map(({ id }) => id);
  return { ...markets, running: closed.length === 0 ? new Map() : await loadRunning(db, closed) };
}

/** Selections with their markets, which a deleted market no longer is. */
export const withMarkets = <S extends { readonly marketId: string }>(
  selections: readonly S[],
  { byId }: LegMarkets,
): (S & { readonly market: StoredLegMarket | null })[] =>
  selections.map((selection) => {
    const market = byId.get(selection.marketId);
    return { ...selection, market: market === undefined || market.isDeleted ? null : market };
  });

const isAmong = (ids: readonly string[]): SQL =>
  sql`m.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

const LEG_MARKET = {
  id: col.text,
  title: col.text,
  category: col.oneOf(markets.category),
  gameId: col.text.orNull,
  gameTitle: col.text.orNull,
  startsAt: col.date.orNull,
  state: col.oneOf(markets.state),
  closesAt: col.date,
  version: col.whole,
  pricing: col.oneOf(markets.pricing),
  winners: col.number,
  isOneSided: col.bool,
  pricedAt: col.date.orNull,
  isInPlay: col.bool,
  isDeleted: col.bool,
  outcomes: col.all(col.object({ id: col.text, name: col.text, odds: col.odds.orNull })),
};

function legMarket(found: Row<typeof LEG_MARKET>): StoredLegMarket {
  const {
    gameTitle,
    pricing,
    winners,
    isOneSided: isPlayer,
    pricedAt,
    isInPlay,
    outcomes,
    ...market
  } = found;
  const { gameId } = market;
  const odds = outcomes.map((each) => each.odds);
  const isOfFeed = pricing === 'feed' && gameId !== null && gameTitle !== null && pricedAt !== null;
  return {
    ...market,
    outcomeIds: outcomes.map(({ id }) => id),
    outcomeNames: outcomes.map(({ name }) => name),
    feed: isOfFeed
      ? { gameId, gameTitle, pricedAt, isInPlay, odds, winners, ...(isPlayer && { isOneSided: true }) }
      : null,
  };
}
