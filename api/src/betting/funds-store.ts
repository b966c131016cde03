import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt, type OwnLimits } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { availableFunds } from './available-funds.ts';
import { latestOwnFailures, waitsUntil } from './own-failures.ts';
import { ownLimits, storedLimits, storedLimitsColumns } from './own-limits.ts';

/** What a bettor may still stake, and what stands behind it. */
export interface Funds {
  /** The database's clock, in whole milliseconds. */
  readonly now: Date;
  readonly funds: BettorFunds;
  /** What the house gives per UTC day, micro-USDC. */
  readonly givenCap: MicroUsdc;
  /** What the user set, as it holds now. */
  readonly own: OwnLimits;
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
      failed: col.list(col.text).orNull,
    },
    sql`
      with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now)
      select ${now} as now, (${availableFunds})::text as balance, u.kyc_level as level, u.daily_stake_cap::text as cap,
        ${isAdmin} as is_admin, ${storedLimits}, (${capsOfLevels}) as caps_of_levels,
        (${bettor.mode === 'live' ? stakedTodayLive(now) : stakedToday(now)})::text as staked,
        ${bettor.mode === 'live' ? sql`(${latestOwnFailures(now)})` : sql`null`} as failed
      from users u
      left join accounts a on a.user_id = u.id
      left join user_limits l on l.user_id = u.id
      where u.id = ${bettor.userId}`,
  );
  if (row === undefined) return null;
  const at = row.now;
  const own = limitsAt(ownLimits(row), at);
  const givenCap = givenCapOf(row, bettor.mode);
  return {
    now: at,
    givenCap,
    own,
    funds: {
      balance: row.balance,
      stakedToday: row.staked,
      dailyStakeCap: lowerCap(givenCap, own.ownCap),
      blockedUntil: own.blocked?.until ?? null,
      waitsUntil: waitsUntil(row.failed, at),
    },
  };
}

/** What decides the daily stake cap that the house gives, as the database has it. */
const capColumns = {
  level: col.number,
  is_admin: col.bool,
  cap: col.text.orNull,
  /** Of levels 0, 1 and 2, as admins set them; null: the default of the mode. */
  caps_of_levels: col.tuple(col.text.orNull, col.text.orNull, col.text.orNull),
};
export type CapRow = Row<typeof capColumns>;

export function givenCapOf(row: CapRow, mode: 'demo' | 'live'): MicroUsdc {
  const amount = (text: string | null) => (text === null ? null : microUsdc(BigInt(text)));
  const level = effectiveKycLevel({ level: row.level, isAdmin: row.is_admin });
  return dailyStakeCap({
    mode,
    level,
    override: amount(row.cap),
    ofLevel: amount(row.caps_of_levels[level]),
  });
}

/** The lower of what the house gives and what the user set holds. */
export function lowerCap(given: MicroUsdc, own: MicroUsdc | null): MicroUsdc {
  return own !== null && own < given ? own : given;
}

export const capsOfLevels = sql`
  select json_build_array(s.stake_cap_level_0::text, s.stake_cap_level_1::text, s.stake_cap_level_2::text)
  from settings s`;

/** For a row `u` of users. */
export const isAdmin = holdsGrant('admin');

/** The sum of the stakes of a row `u` of users in the UTC day of a moment. */
export const stakedToday = (now: SQL): SQL => sql`
  select coalesce(sum(d.stake), 0) from bets d where d.user_id = u.id and d.placed_at >= ${utcDay(now)}`;

/** As above where bets can be pending: they count until they have failed. */
export const stakedTodayLive = (now: SQL): SQL => sql`
  select (${stakedToday(now)}) + coalesce(sum(w.stake), 0) from live_bets w
  where w.user_id = u.id and w.placed_at >= ${utcDay(now)} and w.state = 'pending'`;

const utcDay = (now: SQL): SQL => sql`date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'`;
