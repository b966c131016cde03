import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { ownLimits, type StoredLimitsRow } from './own-limits.ts';

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
    select b.stake from only bets b where b.user_id = u.id and b.placed_at >= ${utcDay(now)}
    union all
    select w.stake from only live_bets w
    where w.user_id = u.id and w.placed_at >= ${utcDay(now)} and w.state = 'pending'
    union all
    -- Looked up for each bettor only if there are any at all.
    select o.stake from open_orders o where (select exists (select from open_orders)) and o.user_id = u.id
    union all
    select c.stake from only combos c
    where (select exists (select from only combos)) and c.user_id = u.id and c.placed_at >= ${utcDay(now)}
  ) d`;

const utcDay = (now: SQL): SQL => sql`date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'`;
