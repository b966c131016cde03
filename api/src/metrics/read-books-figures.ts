import { sql } from 'drizzle-orm';
import { countStaleMarkets } from '../azuro/count-stale-markets.ts';
import type { Db } from '../db/db.ts';
import { readSkew } from '../db/read-clock.ts';
import { col, values } from '../db/rows.ts';
import { lastSealed } from '../ledger/last-sealed.ts';
import { countPaying } from '../settlement/count-paying.ts';

/** Figures for the metrics that only the database knows. */
export interface BooksFigures {
  /** Age of the oldest entry without a seal; 0 without one. */
  readonly sealLagSeconds: number;
  /** Positive if this machine's clock is ahead. */
  readonly clockSkewSeconds: number;
  readonly marketsToSettle: number;
  readonly settlementOldestSeconds: number;
  /** USDC that the escrow accounts of these markets still hold. */
  readonly settlementUnpaidUsdc: number;
  readonly feedMarkets: { readonly stale: number; readonly all: number };
}

/** Reads them with one small query each, so that a slow one can't hide behind the others. */
export async function readBooksFigures(db: Db, now: () => Date): Promise<BooksFigures> {
  const [sealLagSeconds = 0] = await values(
    db,
    col.number,
    sql`
      select extract(epoch from clock_timestamp() - e.recorded_at)::float8 as lag
      from entries e where e.id > (${lastSealed}) order by e.id limit 1`,
  );
  const paying = await countPaying(db);
  return {
    sealLagSeconds,
    clockSkewSeconds: (await readSkew(db, now)) / 1000,
    marketsToSettle: paying.markets,
    settlementOldestSeconds: paying.oldestSeconds,
    settlementUnpaidUsdc: paying.unpaidUsdc,
    feedMarkets: await countStaleMarkets(db),
  };
}
