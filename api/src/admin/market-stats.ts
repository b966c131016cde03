import type { WireMarketStats } from '@tallystone/core/http-api/admin';
import { monthlyGrowth } from '@tallystone/core/markets/monthly-growth';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import { hasBetEnded, withBetEnd } from '../betting/bet-end.ts';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';

/** The volume staked between two moments, without guests, of which one person can create many, and without simulated traders. */
const stakedBetween = (from: string, to: string) => sql`(
  select coalesce((select sum(stake) from bets where placed_at >= ${from}::timestamptz and placed_at < ${to}::timestamptz), 0)
    + coalesce((
      select sum(c.stake) from combos c join users u on u.id = c.user_id
      where not u.guest and not u.simulated and c.placed_at >= ${from}::timestamptz and c.placed_at < ${to}::timestamptz), 0)
    - coalesce((
      select sum(b.stake) from users u join bets b on b.user_id = u.id
      where (u.guest or u.simulated) and b.placed_at >= ${from}::timestamptz and b.placed_at < ${to}::timestamptz), 0))`;

/**
 * The four figures of the dashboard, by UTC months. Active bets and total volume include guests and simulated traders, as the
 * books do. A combo counts as one bet, and a bet that waits for the delay of a running game is active but no volume yet.
 */
export async function marketStats(db: Db, now: Date): Promise<WireMarketStats> {
  const month = (ahead: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString();
  const { thisMonth, lastMonth, ...stats } = await row(
    db,
    {
      totalMarkets: col.whole,
      activeBets: col.whole,
      totalVolume: col.wireUsdc,
      thisMonth: col.usdc,
      lastMonth: col.usdc,
    },
    sql`
      select
        (select count(*) from markets where deleted_at is null) as total_markets,
        (
          select count(*) from markets m
          join bets b on b.market_id = m.id
          ${withBetEnd}
          -- The states are repeated so bets of finished markets aren't read at all.
          where m.state not in ('settled', 'void') and not ${hasBetEnded}
        ) + (select count(*) from open_combos) + (select count(*) from open_orders) as active_bets,
        (select coalesce(sum(staked), 0) from markets) + (select coalesce(sum(stake), 0) from combos) as total_volume,
        ${stakedBetween(month(0), month(1))}::text as this_month,
        ${stakedBetween(month(-1), month(0))}::text as last_month`,
  );
  return {
    ...stats,
    monthlyGrowth: monthlyGrowth({ thisMonth, lastMonth }),
    volumeThisMonth: usdcToNumber(thisMonth),
    volumeLastMonth: usdcToNumber(lastMonth),
  };
}
