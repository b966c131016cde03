import type { WireProfit } from '@tallystone/core/http-api/account';
import { startOfUtcDay } from '@tallystone/core/identity/daily-stake-cap';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { betEndedAt, hasBetEnded, withBetEnd } from './bet-end.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

/**
 * Profit by UTC day over the last 30 days, up to the day of `now`, and of all ended bets, sold parts and combos by the time they
 * ended: what was paid for them, minus their stakes. A lost bet ends with its market.
 */
export async function profit(db: Db, { userId, now }: { userId: string; now: Date }): Promise<WireProfit> {
  const today = startOfUtcDay(now).getTime();
  const days = Array.from({ length: DAYS }, (_, i) =>
    new Date(today - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
  const found = await rows(
    db,
    { day: col.text, profit: col.usdc },
    sql`
      select to_char(o.day, 'YYYY-MM-DD') as day, sum(o.profit) as profit
      from (
        select (ended.at at time zone 'UTC')::date as day, ended.profit from (${endedOf(userId)}) ended
        where ended.at >= ${days[0]}::timestamp at time zone 'UTC'
      ) o
      group by o.day`,
  );
  const byDay = new Map(found.map((row) => [row.day, row.profit]));
  const profits = days.map((day) => byDay.get(day) ?? ZERO_USDC);
  const total = profits.reduce<MicroUsdc>((sum, each) => microUsdc(sum + each), ZERO_USDC);
  return {
    total: usdcToNumber(total),
    days: days.map((day, i) => ({ day, profit: usdcToNumber(profits[i] ?? ZERO_USDC) })),
    points: await profitPoints(db, userId),
  };
}

/** When each bet, sold part and combo of a user ended, and its profit. */
const endedOf = (userId: string): SQL => sql`
  select ${betEndedAt} as at, coalesce(e.amount, 0) - ${stakeLeft} as profit
  from bets b join markets m on m.id = b.market_id ${withBetEnd} ${withSold}
  where b.user_id = ${userId} and ${hasBetEnded} and ${betEndedAt} is not null
  union all
  select s.sold_at, s.amount - s.stake from sold_parts s where s.user_id = ${userId}
  union all
  select n.ended_at, n.amount - c.stake
  from combos c join combo_endings n on n.combo_id = c.id
  where c.user_id = ${userId}`;

/** The steps are so wide that there are at most a few hundred, or one a day. */
const profitPoints = (db: Db, userId: string): Promise<WireProfit['points']> =>
  rows(
    db,
    { at: col.iso, profit: col.wireUsdc },
    sql`
      with ended as materialized (${endedOf(userId)}), step as (
        select case when max(at) - min(at) <= interval '10 minutes' then 'second'
          when max(at) - min(at) <= interval '6 hours' then 'minute'
          when max(at) - min(at) <= interval '14 days' then 'hour' else 'day' end as width
        from ended
      )
      select max(at) as at, sum(profit) as profit
      from ended, step
      group by date_trunc(width, at at time zone 'UTC')
      order by 1`,
  );
