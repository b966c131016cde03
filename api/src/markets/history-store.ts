import type { PricePoint } from '@tallystone/core/markets/history-line';
import type { CandleStep } from '@tallystone/core/markets/history-range';
import type { Millionths } from '@tallystone/core/markets/price-point';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, row, rows, values } from '../db/rows.ts';

const PRICE = col.list(col.number.orNull);
const POINT = { at: col.date, price: PRICE };

/**
 * When an existing market opened and ended (settled or void, else null), its opening price, and the database's clock.
 */
export function historyFacts(db: Db, marketId: string) {
  return row(
    db,
    { openedAt: col.date, endedAt: col.date.orNull, now: col.date, opening: PRICE },
    sql`${KEPT_PLAN}
      select m.created_at as opened_at, m.ended_at, clock_timestamp() as now, (
          select json_agg(round(o.initial_probability * 1000000)::integer order by o.position)
          from outcomes o where o.market_id = m.id
        ) as opening
      from markets m where m.id = ${marketId}`,
  );
}

/** The version up to which the points of a market are in candles. */
const foldedOf = (marketId: string) =>
  sql`coalesce((select f.version from price_folds f where f.market_id = ${marketId}), 0)`;

/** The latest price changes that are kept, oldest first. */
export async function latestChanges(
  db: Db,
  { marketId, most }: { marketId: string; most: number },
): Promise<PricePoint[]> {
  const found = await rows(
    db,
    POINT,
    sql`
      select p.at, to_json(p.price) as price from price_points p
      where p.market_id = ${marketId} order by p.version desc limit ${most}`,
  );
  return found.reverse();
}

/**
 * The last change in each stretch of `everyMs` since a moment, oldest first, and the price before that moment, null if no
 * change from before is kept.
 */
export async function lastChangesWithin(
  db: Db,
  { marketId, since, everyMs }: { marketId: string; since: Date; everyMs: number },
): Promise<{ before: Millionths | null; changes: PricePoint[] }> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const found = await rows(
    db,
    { ...POINT, isBefore: col.bool },
    sql`${KEPT_PLAN}
      -- By versions, because only they have an index: goes back from the newest to the last change before the moment.
      with before as materialized (
        select p.version, p.at, p.price from price_points p
        where p.market_id = ${marketId} and p.at <= ${from}
        order by p.version desc limit 1
      )
      select made.is_before, made.at, to_json(made.price) as price from (
        (select true as is_before, b.version, b.at, b.price from before b) union all (
          select distinct on (c.stretch) false, c.version, c.at, c.price
          from (
            select p.*, floor(extract(epoch from p.at) * 1000 / ${everyMs}::int) as stretch
            from price_points p
            where p.market_id = ${marketId} and p.version > coalesce((select b.version from before b), 0)
              and p.at > ${from}
          ) c
          order by c.stretch, c.version desc
        )
      ) made order by made.version`,
  );
  return {
    before: found.find((row) => row.isBefore)?.price ?? null,
    changes: found.filter((row) => !row.isBefore).map(({ at, price }) => ({ at, price })),
  };
}

/**
 * The last change of each candle of a step after a moment, and of each minute that isn't in a candle yet, oldest first.
 */
export async function changesByCandle(
  db: Db,
  { marketId, step, after }: { marketId: string; step: CandleStep; after: Date },
): Promise<PricePoint[]> {
  const from = sql`${after.toISOString()}::timestamptz`;
  return rows(
    db,
    POINT,
    sql`
      select made.at, to_json(made.price) as price from (
        (
          select c.version, c.at, c.close as price from price_candles c
          where c.market_id = ${marketId} and c.step = ${step}
            and c.starts_at >= date_trunc(${step}, ${from}, 'UTC') and c.at > ${from}
        ) union all (
          select distinct on (date_trunc('minute', p.at, 'UTC')) p.version, p.at, p.price from price_points p
          where p.market_id = ${marketId} and p.at > ${from} and p.version > ${foldedOf(marketId)}
          order by date_trunc('minute', p.at, 'UTC'), p.version desc
        )
      ) made order by made.version`,
  );
}

/**
 * A market's price at a moment: the last change before it in the finest candles that are kept.
 *
 * @returns null if there was none
 */
export async function priceHeldAt(
  db: Db,
  { marketId, at }: { marketId: string; at: Date },
): Promise<Millionths | null> {
  const before = sql`${at.toISOString()}::timestamptz`;
  const of = (step: CandleStep) => sql`(
    select c.version, c.close from price_candles c
    where c.market_id = ${marketId} and c.step = ${step} and c.starts_at <= ${before} and c.at <= ${before}
    order by c.starts_at desc limit 1)`;
  const [held] = await values(
    db,
    PRICE,
    sql`${KEPT_PLAN}
      select to_json(found.close) as price
      from (
        ${of('minute')} union all ${of('hour')} union all ${of('day')} union all (
          select p.version, p.price from price_points p
          where p.market_id = ${marketId} and p.at <= ${before} and p.version > ${foldedOf(marketId)}
          order by p.version desc limit 1)
      ) found
      order by found.version desc limit 1`,
  );
  return held ?? null;
}
