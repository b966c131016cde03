import { CANDLES_KEPT_MS, type CandleStep, CHANGES_KEPT_MS } from '@tallystone/core/markets/history-range';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

/** Everything is kept a little longer than its time, because a chart that reaches so far back may just be read. */
const longAgo = (keptMs: number) =>
  sql`clock_timestamp() - interval '10 minutes' - ${keptMs}::float8 * interval '1 millisecond'`;

/** The current minute is folded once it is over, so its candles are written once. */
const thisMinute = sql`date_trunc('minute', clock_timestamp(), 'UTC')`;

/** Markets with points to fold into candles or to delete. */
export async function listFoldable(db: Db): Promise<{ fold: string[]; trim: string[] }> {
  // Jumps from market to market along the index, so the cost depends on the number of markets, not of points.
  const found = await rows(
    db,
    { market_id: col.text, has_new: col.bool, has_old: col.bool },
    sql`
      with recursive known as (
        (select p.market_id from price_points p order by p.market_id limit 1)
        union all
        select (
          select p.market_id from price_points p where p.market_id > k.market_id order by p.market_id limit 1)
        from known k where k.market_id is not null
      ), now as materialized (
        select ${thisMinute} as minute, ${longAgo(CHANGES_KEPT_MS)} as old
      ), looked as (
        select k.market_id, coalesce((
            select p.at < now.minute from price_points p
            where p.market_id = k.market_id and p.version > coalesce(f.version, 0) order by p.version limit 1
          ), false) as has_new, coalesce((
            select p.at < now.old from price_points p where p.market_id = k.market_id order by p.version limit 1
          ), false) as has_old
        from known k cross join now left join price_folds f on f.market_id = k.market_id
        where k.market_id is not null
      )
      select market_id, has_new, has_old from looked where has_new or has_old`,
  );
  return {
    fold: found.filter((row) => row.has_new).map((row) => row.market_id),
    trim: found.filter((row) => row.has_old).map((row) => row.market_id),
  };
}

/**
 * Folds the next points of markets into their candles, by version. Versions are committed in order, so no point is read
 * twice or missed. The day's candle is always as new as the market's last folded point.
 *
 * @param each most points per market
 * @returns the number of points, and the markets that may have more
 */
export async function foldPoints(
  tx: Tx,
  { marketIds, each }: { marketIds: readonly string[]; each: number },
): Promise<{ points: number; more: string[] }> {
  const folded = await rows(
    tx,
    { market_id: col.text, points: col.number },
    sql`
      with due as materialized (
        select d.market_id, coalesce(f.version, 0) as folded
        from json_array_elements_text(${JSON.stringify(marketIds)}::json) as d(market_id)
        left join price_folds f on f.market_id = d.market_id
      ), next as materialized (
        select p.* from due d cross join lateral (
          select p.market_id, p.version, p.at, p.price from price_points p
          where p.market_id = d.market_id and p.version > d.folded order by p.version limit ${each}
        ) p
      ), taken as materialized (
        -- If a clock was set back, takes nothing after the first point that has to wait.
        select w.* from (
          select n.*, min(n.version) filter (where n.at >= c.minute) over (partition by n.market_id) as waits
          from next n cross join (select ${thisMinute} as minute) c
        ) w where w.waits is null or w.version < w.waits
      ), held as materialized (
        select d.market_id, coalesce((
            select c.close from price_candles c where c.market_id = d.market_id and c.step = 'day'
            order by c.starts_at desc limit 1
          ), (
            select array_agg(round(o.initial_probability * 1000000)::integer order by o.position)
            from outcomes o where o.market_id = d.market_id
          )) as price
        from due d
      ), changes as materialized (
        select t.market_id, t.version, t.at,
          coalesce(lag(t.price) over (partition by t.market_id order by t.version), h.price) as open,
          t.price as high, t.price as low, t.price as close
        from taken t join held h on h.market_id = t.market_id
      ), minutes as materialized (${candles(sql`changes`, 'minute')}
      ), hours as materialized (${candles(sql`minutes`, 'hour')}
      ), days as materialized (${candles(sql`hours`, 'day')}
      ), written as (
        insert into price_candles as c (market_id, step, starts_at, open, high, low, close, version, at)
        select market_id, step, starts_at, open, high, low, close, version, at from (
          select * from minutes union all select * from hours union all select * from days
        ) made
        on conflict (market_id, step, starts_at) do update set
          high = (
            select array_agg(greatest(x.known, x.made) order by x.place)
            from unnest(c.high, excluded.high) with ordinality as x(known, made, place)),
          low = (
            select array_agg(least(x.known, x.made) order by x.place)
            from unnest(c.low, excluded.low) with ordinality as x(known, made, place)),
          close = excluded.close, version = excluded.version, at = excluded.at
      ), moved as (
        insert into price_folds as f (market_id, version)
        select market_id, max(version) from taken group by market_id
        on conflict (market_id) do update set version = excluded.version
      )
      select market_id, count(*)::int as points from taken group by market_id`,
  );
  return countPoints(folded, each);
}

function countPoints(done: readonly { market_id: string; points: number }[], each: number) {
  return {
    points: done.reduce((sum, { points }) => sum + points, 0),
    more: done.filter(({ points }) => points === each).map((row) => row.market_id),
  };
}

/**
 * The candles of a step from rows with `open`, `high`, `low`, `close`, `version` and `at`: changes, or candles of a
 * shorter step. Outcomes without a price count neither for the high nor for the low.
 */
function candles(source: SQL, step: CandleStep): SQL {
  const stepText = sql.raw(`'${step}'`);
  const startsAt = sql`date_trunc(${stepText}, s.at, 'UTC')`;
  return sql`
    select opening.market_id, ${stepText}::text as step, opening.starts_at, opening.open, extremes.high, extremes.low,
      closing.close, closing.version, closing.at
    from (
      select distinct on (s.market_id, ${startsAt}) s.market_id, ${startsAt} as starts_at, s.open
      from ${source} s order by s.market_id, ${startsAt}, s.version
    ) opening
    join (
      select distinct on (s.market_id, ${startsAt}) s.market_id, ${startsAt} as starts_at, s.close, s.version, s.at
      from ${source} s order by s.market_id, ${startsAt}, s.version desc
    ) closing on closing.market_id = opening.market_id and closing.starts_at = opening.starts_at
    join (
      select o.market_id, o.starts_at, array_agg(o.high order by o.place) as high, array_agg(o.low order by o.place) as low
      from (
        select s.market_id, ${startsAt} as starts_at, x.place, max(greatest(x.open, x.high)) as high,
          min(least(x.open, x.low)) as low
        from ${source} s cross join lateral unnest(s.open, s.high, s.low) with ordinality as x(open, high, low, place)
        group by s.market_id, ${startsAt}, x.place
      ) o group by o.market_id, o.starts_at
    ) extremes on extremes.market_id = opening.market_id and extremes.starts_at = opening.starts_at`;
}

/**
 * Deletes points that are in candles and older than a day, oldest first.
 *
 * @returns the number of points, and the markets that may have more
 */
export async function trimPoints(
  tx: Tx,
  { marketIds, each }: { marketIds: readonly string[]; each: number },
): Promise<{ points: number; more: string[] }> {
  const gone = await rows(
    tx,
    { market_id: col.text, points: col.number },
    sql`
      with old as materialized (
        select d.market_id, max(p.version) as through, ${longAgo(CHANGES_KEPT_MS)} as before
        from json_array_elements_text(${JSON.stringify(marketIds)}::json) as d(market_id)
        join price_folds f on f.market_id = d.market_id
        cross join lateral (
          select p.version, p.at from price_points p
          where p.market_id = d.market_id and p.version <= f.version order by p.version limit ${each}
        ) p
        where p.at < ${longAgo(CHANGES_KEPT_MS)}
        group by d.market_id
      ), gone as (
        -- If a clock was set back, an older version may have a younger moment.
        delete from price_points p using old
        where p.market_id = old.market_id and p.version <= old.through and p.at < old.before
        returning p.market_id
      )
      select market_id, count(*)::int as points from gone group by market_id`,
  );
  return countPoints(gone, each);
}

/** Deletes candles that aren't kept any longer, at most `most` per step of time. @returns how many */
export async function trimCandles(tx: Tx, most: number): Promise<number> {
  let trimmed = 0;
  for (const [step, keptMs] of Object.entries(CANDLES_KEPT_MS)) {
    const gone = await rows(
      tx,
      sql`
        delete from price_candles c using (
          select o.market_id, o.step, o.starts_at from price_candles o
          where o.step = ${sql.raw(`'${step}'`)}
            and o.starts_at < ${longAgo(keptMs)}
          order by o.starts_at limit ${most}
        ) o
        where c.market_id = o.market_id and c.step = o.step and c.starts_at = o.starts_at
        returning 1`,
    );
    trimmed += gone.length;
  }
  return trimmed;
}
