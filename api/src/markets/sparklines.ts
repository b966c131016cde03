import type { WireSparklines } from '@tallystone/core/http-api/markets';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** How long an answer is used again, in ms. */
const KEPT_MS = 60_000;

const PRICE = col.list(col.number.orNull);
const MARKET = { id: col.text, openedAt: col.date, outcomeIds: col.list(col.text), opening: PRICE };
const STAKES = { marketId: col.text, stakes: col.wireUsdc };
const CLOSE = { marketId: col.text, startsAt: col.date, price: PRICE };
type Close = Row<typeof CLOSE>;
type OfMarket = WireSparklines['markets'][number];

/** Reads the sparklines of all listed markets, at most once a minute, and once for all callers that wait. */
export function createSparklines({ db, now }: { db: Db; now: () => Date }): () => Promise<JsonSnapshot> {
  let kept: { snapshot: Promise<JsonSnapshot>; until: number } | null = null;
  return () => {
    const at = now();
    if (kept === null || at.getTime() >= kept.until) {
      const snapshot = readSparklines(db, at).then((read) => jsonSnapshot(JSON.stringify(read)));
      const mine = { snapshot, until: at.getTime() + KEPT_MS };
      kept = mine;
      // The next call tries again.
      snapshot.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    return kept.snapshot;
  };
}

/** The lines come from the hourly candles, of which a market has at most 25 in a day, and never from single changes. */
export async function readSparklines(db: Db, now: Date): Promise<WireSparklines> {
  const from = new Date((Math.floor(now.getTime() / HOUR_MS) - DAY_HOURS + 1) * HOUR_MS);
  const since = sql`${from.toISOString()}::timestamptz`;
  const markets = await rows(
    db,
    MARKET,
    sql`
      select m.id, m.created_at as opened_at, json_agg(o.id order by o.position) as outcome_ids,
        json_agg(round(o.initial_probability * 1000000)::integer order by o.position) as opening
      from markets m join outcomes o on o.market_id = m.id
      where m.is_main and m.state in ('open', 'suspended') and m.archived_at is null and m.deleted_at is null
        and m.ends_at > ${now.toISOString()}::timestamptz
      group by m.id`,
  );
  const ids = JSON.stringify(markets.map(({ id }) => id));
  // The candles of the day, and of each market the last one before it.
  const closes = await rows(
    db,
    CLOSE,
    sql`
      select found.market_id, found.starts_at, to_json(found.close) as price
      from json_array_elements_text(${ids}::json) listed(id), lateral (
        (
          select c.market_id, c.starts_at, c.close from price_candles c
          where c.market_id = listed.id and c.step = 'hour' and c.starts_at >= ${since}
        ) union all (
          select c.market_id, c.starts_at, c.close from price_candles c
          where c.market_id = listed.id and c.step = 'hour' and c.starts_at < ${since}
          order by c.starts_at desc limit 1
        )
      ) found
      order by found.market_id, found.starts_at`,
  );
  const closesOf = new Map<string, Close[]>();
  for (const close of closes) closesOf.set(close.marketId, [...(closesOf.get(close.marketId) ?? []), close]);
  const bets = await rows(db, STAKES, stakesAfter(new Date(now.getTime() - DAY_HOURS * HOUR_MS)));
  const stakesOf = new Map(bets.map(({ marketId, stakes }) => [marketId, stakes]));
  return {
    from: from.toISOString(),
    markets: markets.flatMap((market): OfMarket[] => {
      const { id } = market;
      const line = lineOf({ market, closes: closesOf.get(id) ?? [], from, now });
      const volume24h = stakesOf.get(id);
      if (line === null && volume24h === undefined) return [];
      return [{ id, ...(line && { line }), ...(volume24h !== undefined && { volume24h }) }];
    }),
  };
}

/**
 * The stakes on each market by its bets after a moment, of the same bets as its volume: pending and failed live bets don't
 * count. The index on the time of bets finds them, so that the cost follows the bets of a day and not all bets. There is no
 * table of hourly sums, because every bet would have to update it.
 */
export const stakesAfter = (moment: Date): SQL => sql`
  select market_id, sum(stake)::text as stakes from bets
  where placed_at > ${moment.toISOString()}::timestamptz group by market_id`;

/** Null for a market whose price didn't change, or that has no price. */
function lineOf(of: {
  market: Row<typeof MARKET>;
  closes: readonly Close[];
  from: Date;
  now: Date;
}): NonNullable<OfMarket['line']> | null {
  const { market, closes, from, now } = of;
  const latest = closes.at(-1);
  if (latest === undefined || latest.startsAt < from) return null;
  const lead = latest.price.reduce<number>(
    (best, each, outcome) => ((each ?? 0) > (latest.price[best] ?? 0) ? outcome : best),
    0,
  );
  const outcomeId = market.outcomeIds[lead];
  if (outcomeId === undefined) return null;
  const held = closes.findLast(({ startsAt }) => startsAt < from)?.price ?? market.opening;
  // A market has no line before its opening.
  const firstMs = Math.max(from.getTime(), Math.floor(market.openedAt.getTime() / HOUR_MS) * HOUR_MS);
  let last = held[lead] ?? null;
  const points = [last];
  for (let hour = firstMs; hour <= now.getTime(); hour += HOUR_MS) {
    const close = closes.find(({ startsAt }) => startsAt.getTime() === hour);
    last = close?.price[lead] ?? last;
    points.push(last);
  }
  const priced = points.filter((point) => point !== null).map((point) => Math.round(point / 1000));
  return priced.length < 2 ? null : { outcomeId, points: priced };
}
