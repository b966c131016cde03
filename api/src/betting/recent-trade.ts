import { microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  BETS_LOOKED_AT,
  BUSY_BETS,
  LEAD_MS,
  LOOK_BACK_MS,
  type RecentTrade,
  SAMPLE_MS,
} from '@tallystone/core/odds/min-odds';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { recentPrices } from '../markets/recent-prices.ts';

/** What bets have made of a market in the last minute, by the database's clock. */
export async function recentTrade(db: Db, marketId: string): Promise<RecentTrade> {
  const [row] = await rows<{
    now: string;
    bets: [outcome: number, payout: string][] | null;
    is_busy: boolean | null;
  }>(
    db,
    sql`
      with clock as materialized (select clock_timestamp() as now)
      select c.now, (
          select json_agg(json_build_array(o.position, b.payout::text) order by b.market_version)
          from (
            select market_version, outcome_id, payout from bets
            where market_id = ${marketId} order by market_version desc limit ${BETS_LOOKED_AT}
          ) b join outcomes o on o.id = b.outcome_id
        ) as bets, (
          select b.placed_at > c.now - ${`${LEAD_MS} milliseconds`}::interval from bets b
          where b.market_id = ${marketId} order by b.market_version desc offset ${BUSY_BETS} limit 1
        ) as is_busy
      from clock c`,
  );
  if (row === undefined) throw new Error('a select of the clock has a row');
  const now = new Date(row.now);
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  return {
    now,
    prices: await recentPrices(db, { marketId, since, everyMs: SAMPLE_MS }),
    bets: (row.bets ?? []).map(([outcome, payout]) => ({ outcome, payout: microUsdc(BigInt(payout)) })),
    isBusy: row.is_busy ?? false,
  };
}
