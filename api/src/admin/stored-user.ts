import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import { availableFunds } from '../betting/available-funds.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { users } from '../db/schema/users.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { getSettings } from '../settings/get-settings.ts';

/** A user as admins see one. */
const USER = {
  id: col.text,
  address: col.text,
  walletType: col.oneOf(users.walletType),
  /** The level that identity checks have given: 0 or 1. */
  kycLevel: col.number,
  isAdmin: col.bool,
  /** A guest has a single session that no wallet signed. */
  isGuest: col.bool,
  isSimulated: col.bool,
  /** Set for this user alone; null means the level's default applies. */
  ownCap: col.usdc.orNull,
  balance: col.wireUsdc,
  /** Of bets and combos. */
  bets: col.whole,
  staked: col.wireUsdc,
  createdAt: col.iso,
};
export type StoredUser = Row<typeof USER>;

/**
 * Users with their totals.
 *
 * @param chosen a query that selects their ids
 */
export async function selectUsers(db: Db, chosen: SQL): Promise<StoredUser[]> {
  return rows(
    db,
    USER,
    sql`
      select u.id, u.address, u.wallet_type, u.kyc_level, u.daily_stake_cap as own_cap, u.created_at,
        ${holdsGrant('admin')} as is_admin,
        u.guest as is_guest, u.simulated as is_simulated, (${availableFunds}) as balance, b.bets, b.staked
      from users u
      left join accounts a on a.user_id = u.id
      cross join lateral (
        select count(*) as bets, coalesce(sum(d.stake), 0) as staked from (
          select s.stake from bets s where s.user_id = u.id
          union all
          select c.stake from combos c where c.user_id = u.id
        ) d
      ) b
      where u.id in (${chosen})
      order by u.simulated, u.created_at desc, u.id desc`,
  );
}

/** The most a user may stake in a UTC day with the current settings. */
export function capOfUser(user: StoredUser, settings: Settings): MicroUsdc {
  return user.ownCap ?? settings[`stakeCapLevel${levelOf(user)}`];
}

const levelOf = ({ kycLevel, isAdmin }: StoredUser) => effectiveKycLevel({ level: kycLevel, isAdmin });

/** The user as admins' API calls return it. */
export function wireAdminUser(user: StoredUser, settings: Settings): WireAdminUser {
  const { address, ownCap, isSimulated, ...shown } = user;
  return {
    ...shown,
    publicKey: address,
    kycLevel: levelOf(user),
    dailyStakeCap: usdcToNumber(capOfUser(user, settings)),
    capIsOwn: ownCap !== null,
    ...(isSimulated && { isSimulated }),
  };
}

const PAGE = 100;

/**
 * Users, newest first and simulated ones last, one page at a time.
 *
 * @param search part of an address, in any case
 * @param before id of the last user seen
 */
export async function listUsers(
  db: Db,
  {
    mode,
    search = '',
    before,
  }: { mode: 'demo' | 'live'; search?: string | undefined; before?: string | undefined },
): Promise<WireAdminUser[]> {
  // No address and no id contains NUL, and PostgreSQL refuses text with NUL.
  if (`${search}${before ?? ''}`.includes('\0')) return [];
  const settings = await getSettings(db, mode);
  const part = search.trim().toLowerCase();
  const found = await selectUsers(
    db,
    sql`
      select c.id from users c
      where position(${part}::text in lower(c.address)) > 0
        and ${
          before === undefined
            ? sql`true`
            : sql`(not c.simulated, c.created_at, c.id) < (select not l.simulated, l.created_at, l.id from users l where l.id = ${before})`
        }
      order by c.simulated, c.created_at desc, c.id desc
      limit ${PAGE}`,
  );
  return found.map((user) => wireAdminUser(user, settings));
}
