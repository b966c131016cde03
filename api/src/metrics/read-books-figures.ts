import { sql } from 'drizzle-orm';
import { countStaleMarkets } from '../azuro/count-stale-markets.ts';
import { type ComboFigures, readComboFigures } from '../combos/read-combo-figures.ts';
import type { Db } from '../db/db.ts';
import { readSkew } from '../db/read-clock.ts';
import { readStandbys, standbysWithAll } from '../db/read-standbys.ts';
import { col, value, values } from '../db/rows.ts';
import { lastSealed } from '../ledger/last-sealed.ts';
import { countPaying } from '../settlement/count-paying.ts';

/** Figures for the metrics that only the database knows; null if one can't be read. */
export interface BooksFigures {
  /** Age of the oldest entry without a seal; 0 without one. */
  readonly sealLagSeconds: number | null;
  /** Positive if this machine's clock is ahead. */
  readonly clockSkewSeconds: number | null;
  /** Markets whose result is due to be paid: see `countPaying`. */
  readonly paying: Awaited<ReturnType<typeof countPaying>> | null;
  /** Standbys that have all acknowledged work. */
  readonly syncStandbys: number | null;
  readonly combos: ComboFigures | null;
  /** Bets in play that wait for their delay, or to be decided. */
  readonly ordersWaiting: number | null;
  readonly feedMarkets: { readonly stale: number; readonly all: number } | null;
}

/** Reads them one after the other. One that fails, as with a table that is locked or gone, doesn't hide the others. */
export async function readBooksFigures(db: Db, now: () => Date): Promise<BooksFigures> {
  const orNull = <T>(reading: Promise<T>) => reading.catch(() => null);
  return {
    sealLagSeconds: await orNull(readSealLag(db)),
    clockSkewSeconds: await orNull(readSkew(db, now).then((ms) => ms / 1000)),
    paying: await orNull(countPaying(db)),
    syncStandbys: standbysWithAll(await readStandbys(db)),
    combos: await orNull(readComboFigures(db)),
    ordersWaiting: await orNull(value(db, col.number, sql`select count(*)::int as waiting from open_orders`)),
    feedMarkets: await orNull(countStaleMarkets(db)),
  };
}

async function readSealLag(db: Db): Promise<number> {
  const [seconds = 0] = await values(
    db,
    col.number,
    sql`
      select extract(epoch from clock_timestamp() - e.recorded_at)::float8 as lag
      from entries e where e.id > (${lastSealed}) order by e.id limit 1`,
  );
  return seconds;
}
