import { waitAfterFailures } from '@tallystone/core/betting/failure-wait';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, rows } from '../db/rows.ts';
import { availableFunds } from './available-funds.ts';
import { capColumns, capsOfLevels, fundsAt, isAdmin, stakedToday } from './funds-store.ts';
import { latestOwnFailures, ownFailures } from './own-failures.ts';
import { storedLimits, storedLimitsColumns } from './own-limits.ts';

/** What a bettor may stake now, and why; null if there is no such user. */
export async function getFunds(db: Db, bettor: { userId: string; mode: 'demo' | 'live' }) {
  const now = sql`(select now from clock)`;
  const [row] = await rows(
    db,
    {
      ...capColumns,
      ...storedLimitsColumns,
      now: col.date,
      balance: col.usdc,
      staked: col.usdc,
      failed: ownFailures,
    },
    sql`${KEPT_PLAN}
      with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now)
      select ${now} as now, (${availableFunds})::text as balance, u.kyc_level as level, u.daily_stake_cap::text as cap,
        ${isAdmin} as is_admin, ${storedLimits}, (${capsOfLevels}) as caps_of_levels,
        (${stakedToday(now)})::text as staked, (${latestOwnFailures(now)}) as failed
      from users u
      left join accounts a on a.user_id = u.id
      left join user_limits l on l.user_id = u.id
      where u.id = ${bettor.userId}`,
  );
  if (row === undefined) return null;
  return {
    ...fundsAt(row, { balance: row.balance, now: row.now, mode: bettor.mode }),
    /** Until when the wallet cannot place live bets, because bets failed by the bettor's own fault. */
    waitsUntil: waitAfterFailures(row.failed, row.now),
  };
}
