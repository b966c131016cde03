import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt, type OwnLimits } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { availableFunds } from './available-funds.ts';
import { latestOwnFailures, ownFailures, waitsUntil } from './own-failures.ts';
import { ownLimits, type StoredLimitsRow, storedLimits, storedLimitsColumns } from './own-limits.ts';

/** What a bettor may still stake, and what stands behind it. */
export interface Funds {
  /** The database's clock, in whole milliseconds. */
  readonly now: Date;
  readonly funds: BettorFunds;
  /** What the house gives per UTC day, micro-USDC. */
  readonly givenCap: MicroUsdc;
  /** What the user set, as it holds now. */
  readonly own: OwnLimits;
  /** Of live bets: until then the wallet waits, because bets of it failed by its own doing. */
  readonly waitsUntil: Date | null;
}

/** As of now; null when there is no such user. */
export async function getFunds(
  db: Db,
  bettor: { userId: string; mode: 'demo' | 'live' },
): Promise<Funds | null> {
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
    waitsUntil: waitsUntil(row.failed, row.now),
  };
}

/** What a bettor with this balance may stake by the caps, the limits and the stakes of a row. */
export function fundsAt(
  row: CapRow & StoredLimitsRow & { staked: MicroUsdc },
  { balance, now, mode }: { balance: MicroUsdc; now: Date; mode: 'demo' | 'live' },
): Omit<Funds, 'waitsUntil'> {
  const own = limitsAt(ownLimits(row), now);
  const givenCap = givenCapOf(row, mode);
  return {
    now,
    givenCap,
    own,
    funds: {
      balance,
      stakedToday: row.staked,
      dailyStakeCap: own.ownCap !== null && own.ownCap < givenCap ? own.ownCap : givenCap,
      blockedUntil: own.blocked?.until ?? null,
    },
  };
}

/** What decides the daily stake cap that the house gives, as the database has it. */
export const capColumns = {
  level: col.number,
  is_admin: col.bool,
  cap: col.text.orNull,
  /** Of levels 0, 1 and 2, as admins set them; null: the default of the mode. */
  caps_of_levels: col.tuple(col.text.orNull, col.text.orNull, col.text.orNull),
};
export type CapRow = Row<typeof capColumns>;

function givenCapOf(row: CapRow, mode: 'demo' | 'live'): MicroUsdc {
  const amount = (text: string | null) => (text === null ? null : microUsdc(BigInt(text)));
  const level = effectiveKycLevel({ level: row.level, isAdmin: row.is_admin });
  return dailyStakeCap({
    mode,
    level,
    override: amount(row.cap),
    ofLevel: amount(row.caps_of_levels[level]),
  });
}

export const capsOfLevels = sql`
  select json_build_array(s.stake_cap_level_0::text, s.stake_cap_level_1::text, s.stake_cap_level_2::text)
  from settings s`;

/** For a row `u` of users. */
export const isAdmin = holdsGrant('admin');

/** The sum of the stakes of a row `u` of users in the UTC day of a moment. Pending ones count until they have failed. */
export const stakedToday = (now: SQL): SQL => sql`
  select coalesce(sum(d.stake), 0) from (
    select b.stake from bets b where b.user_id = u.id and b.placed_at >= ${utcDay(now)}
    union all
    select w.stake from live_bets w
    where w.user_id = u.id and w.placed_at >= ${utcDay(now)} and w.state = 'pending'
  ) d`;

const utcDay = (now: SQL): SQL => sql`date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'`;
