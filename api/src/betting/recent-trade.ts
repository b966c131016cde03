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
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, row } from '../db/rows.ts';
import { recentPrices } from '../markets/recent-prices.ts';

/**
 * A market's bets and prices in the last minute, by the database's clock. Prices from before betting was last suspended are left
 * out: a bet doesn't outlive a suspension, so the jump of a goal is no move that it may meet. Of a market that is over there may be
 * none, because its bets may be in history tables.
 */
export async function recentTrade(db: Db, marketId: string): Promise<RecentTrade> {
  const { now, haltedAt, bets, isBusy } = await row(
    db,
    {
      now: col.date,
      haltedAt: col.date.orNull,
      bets: col.all(col.object({ outcome: col.number, payout: col.usdc })),
      isBusy: col.bool.orNull,
    },
    sql`${KEPT_PLAN}
      with clock as materialized (select clock_timestamp() as now)
      select c.now, (select max(h.at) from market_halts h where h.market_id = ${marketId}) as halted_at, (
          select json_agg(json_build_object('outcome', o.position, 'payout', b.payout::text) order by b.market_version)
          from (
            select market_version, outcome_id, payout from only bets
            where market_id = ${marketId} order by market_version desc limit ${BETS_LOOKED_AT}
          ) b join outcomes o on o.id = b.outcome_id
        ) as bets, (
          select b.placed_at > c.now - ${`${LEAD_MS} milliseconds`}::interval from only bets b
          where b.market_id = ${marketId} order by b.market_version desc offset ${BUSY_BETS} limit 1
        ) as is_busy
      from clock c`,
  );
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const prices = await recentPrices(db, { marketId, since, everyMs: SAMPLE_MS });
  return {
    now,
    prices: haltedAt === null ? prices : prices.filter(({ at }) => at >= haltedAt),
    bets,
    isBusy: isBusy ?? false,
  };
}
