import type { WalletType, WireAdminUser } from '@tallystone/core/http-api';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import { availableFunds } from '../betting/available-funds.ts';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { capOfLevel } from '../settings/cap-of-level.ts';

/** A user as admins know one. */
export interface StoredUser {
  readonly id: string;
  readonly address: string;
  readonly walletType: WalletType;
  /** What identity checks have given: 0 or 1. */
  readonly kycLevel: number;
  readonly isAdmin: boolean;
  /** Of one session, which no wallet signed. */
  readonly isGuest: boolean;
  /** Set for this user alone, or null: the default of the level. */
  readonly ownCap: MicroUsdc | null;
  readonly balance: MicroUsdc;
  readonly bets: number;
  readonly staked: MicroUsdc;
  readonly createdAt: Date;
}

interface UserRow {
  id: string;
  address: string;
  wallet_type: WalletType;
  kyc_level: number;
  is_admin: boolean;
  guest: boolean;
  cap: string | null;
  balance: string;
  bets: string;
  staked: string;
  created_at: string;
}

/**
 * Users with their totals.
 *
 * @param chosen which ids, as a query of one column
 */
export async function selectUsers(db: Db, chosen: SQL): Promise<StoredUser[]> {
  const found = await rows<UserRow>(
    db,
    sql`
      select u.id, u.address, u.wallet_type, u.kyc_level, u.daily_stake_cap::text as cap, u.created_at,
        ${holdsGrant('admin')} as is_admin,
        u.guest, (${availableFunds})::text as balance, b.bets, b.staked
      from users u
      left join accounts a on a.user_id = u.id
      cross join lateral (
        select count(*)::text as bets, coalesce(sum(d.stake), 0)::text as staked from bets d where d.user_id = u.id
      ) b
      where u.id in (${chosen})
      order by u.created_at desc, u.id desc`,
  );
  return found.map((row) => ({
    id: row.id,
    address: row.address,
    walletType: row.wallet_type,
    kycLevel: row.kyc_level,
    isAdmin: row.is_admin,
    isGuest: row.guest,
    ownCap: row.cap === null ? null : microUsdc(BigInt(row.cap)),
    balance: microUsdc(BigInt(row.balance)),
    bets: Number(row.bets),
    staked: microUsdc(BigInt(row.staked)),
    createdAt: new Date(row.created_at),
  }));
}

/** How much a user may stake in a UTC day, as things are set. */
export function capOfUser(
  user: Pick<StoredUser, 'kycLevel' | 'isAdmin' | 'ownCap'>,
  settings: Settings,
): MicroUsdc {
  const level = effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin });
  return user.ownCap ?? capOfLevel(settings, level);
}

/** As it crosses the wire to admins. */
export function wireAdminUser(user: StoredUser, settings: Settings): WireAdminUser {
  return {
    id: user.id,
    publicKey: user.address,
    walletType: user.walletType,
    kycLevel: effectiveKycLevel({ level: user.kycLevel, isAdmin: user.isAdmin }),
    isAdmin: user.isAdmin,
    isGuest: user.isGuest,
    dailyStakeCap: usdcToNumber(capOfUser(user, settings)),
    capIsOwn: user.ownCap !== null,
    balance: usdcToNumber(user.balance),
    bets: user.bets,
    staked: usdcToNumber(user.staked),
    createdAt: user.createdAt.toISOString(),
  };
}
