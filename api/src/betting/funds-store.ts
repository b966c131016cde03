import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** What a bettor may still stake, as of now; null when there is no such user. */
export async function getFunds(
  db: Db,
  bettor: { userId: string; mode: 'demo' | 'live' },
): Promise<{ now: Date; funds: BettorFunds } | null> {
  const [row] = await rows<CapRow & { now: string; balance: string | null; staked: string }>(
    db,
    sql`
      select now() as now, a.balance::text, u.kyc_level as level, u.daily_stake_cap::text as cap,
        ${isAdmin} as is_admin, ${ownCap(sql`now()`)}::text as own_cap, l.blocked_until, (${capsOfLevels}) as caps_of_levels, (${stakedToday(sql`now()`)})::text as staked
      from users u
      left join accounts a on a.user_id = u.id
      left join user_limits l on l.user_id = u.id
      where u.id = ${bettor.userId}`,
  );
  if (row === undefined) return null;
  return {
    now: new Date(row.now),
    funds: {
      balance: microUsdc(BigInt(row.balance ?? 0)),
      stakedToday: microUsdc(BigInt(row.staked)),
      dailyStakeCap: capOf(row, bettor.mode),
      blockedUntil: row.blocked_until === null ? null : new Date(row.blocked_until),
    },
  };
}

/** What decides the daily stake cap of a user, as the database gives it. */
export interface CapRow {
  level: number;
  is_admin: boolean;
  cap: string | null;
  /** Of levels 0, 1 and 2, as admins set them; null: the default of the mode. */
  caps_of_levels: readonly [string | null, string | null, string | null];
  /** The user's own, as of now; null: none. */
  own_cap: string | null;
  blocked_until: string | null;
}

/** The lower of what the house gives and what the user set. */
export function capOf(row: CapRow, mode: 'demo' | 'live'): MicroUsdc {
  const given = givenCapOf(row, mode);
  if (row.own_cap === null || BigInt(row.own_cap) > given) return given;
  return microUsdc(BigInt(row.own_cap));
}

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

export const capsOfLevels = sql`
  select json_build_array(s.stake_cap_level_0::text, s.stake_cap_level_1::text, s.stake_cap_level_2::text)
  from settings s`;

/** For a row `l` of user_limits, or none: the own cap that holds at a moment. */
export const ownCap = (now: SQL): SQL =>
  sql`case when l.next_from <= ${now} then l.next_cap else l.own_cap end`;

/** For a row `u` of users. */
export const isAdmin = sql`exists (
  select from admin_grants g
  where g.family = u.family and g.address_bytes = u.address_bytes and g.role = 'admin' and g.revoked_at is null)`;

/** The sum of the stakes of a row `u` of users in the UTC day of a moment. */
export const stakedToday = (now: SQL): SQL => sql`
  select coalesce(sum(d.stake), 0) from bets d
  where d.user_id = u.id and d.placed_at >= date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'`;
