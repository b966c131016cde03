import { waitAfterFailures } from '@tallystone/core/betting/failure-wait';
import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { availableFunds } from './available-funds.ts';
import { latestOwnFailures, ownFailures } from './own-failures.ts';
import { ownLimits, type StoredLimitsRow, storedLimits, storedLimitsColumns } from './own-limits.ts';

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

/** What a bettor with this balance may stake by the caps, the limits and the stakes of a row. */
export function fundsAt(
  row: Row<typeof capColumns> & StoredLimitsRow & { staked: MicroUsdc },
  { balance, now, mode }: { balance: MicroUsdc; now: Date; mode: 'demo' | 'live' },
) {
  const own = limitsAt(ownLimits(row), now);
  const level = effectiveKycLevel(row);
  const givenCap = dailyStakeCap({ mode, level, override: row.cap, ofLevel: row.capsOfLevels[level] });
  return {
    /** The database's clock, in whole milliseconds. */
    now,
    /** What the house allows per UTC day, micro-USDC. */
    givenCap,
    /** The user's own limits as they are in force now. */
    own,
    funds: {
      balance,
      stakedToday: row.staked,
      dailyStakeCap: own.ownCap !== null && own.ownCap < givenCap ? own.ownCap : givenCap,
      blockedUntil: own.blocked?.until ?? null,
    },
  };
}

/** What the house's daily stake cap depends on. */
export const capColumns = {
  level: col.number,
  isAdmin: col.bool,
  cap: col.usdc.orNull,
  /** Of levels 0, 1 and 2, as admins set them; null for the mode's default. */
  capsOfLevels: col.tuple(col.usdc.orNull, col.usdc.orNull, col.usdc.orNull),
};

export const capsOfLevels = sql`
  select json_build_array(s.stake_cap_level_0::text, s.stake_cap_level_1::text, s.stake_cap_level_2::text)
  from settings s`;

/** For a row `u` of users. */
export const isAdmin = holdsGrant('admin');

/** The sum of the stakes of a row `u` of users in the UTC day of a moment. Pending stakes count unless they fail. */
export const stakedToday = (now: SQL): SQL => sql`
  select coalesce(sum(d.stake), 0) from (
    select b.stake from bets b where b.user_id = u.id and b.placed_at >= ${utcDay(now)}
    union all
    select w.stake from live_bets w
    where w.user_id = u.id and w.placed_at >= ${utcDay(now)} and w.state = 'pending'
  ) d`;

const utcDay = (now: SQL): SQL => sql`date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'`;
