import type { RequestQuery } from '@tallystone/core/http-api';
import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { ClosingEdge } from '@tallystone/core/odds/closing-edge';
import type { Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import { availableFunds } from '../betting/available-funds.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { users } from '../db/schema/users.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { getSettings } from '../settings/get-settings.ts';
import { closingEdges } from './closing-edges.ts';

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
 * Users, newest first and simulated ones last, one page at a time, with how they compare with closing prices.
 *
 * @param search part of an address, in any case
 * @param before id of the last user seen
 * @param closing `beaten` for one page of those who beat the closing price, the largest mean first
 */
export async function listUsers(
  db: Db,
  {
    mode,
    now,
    search = '',
    before,
    closing,
  }: { mode: 'demo' | 'live'; now: Date } & RequestQuery<'listUsers'>,
): Promise<WireAdminUser[]> {
  // No address and no id contains NUL, and PostgreSQL refuses text with NUL.
  if (`${search}${before ?? ''}`.includes('\0')) return [];
  const settings = await getSettings(db, mode);
  const part = search.trim().toLowerCase();
  const isFound = sql`position(${part}::text in lower(c.address)) > 0`;
  const found =
    closing === 'beaten'
      ? await beatingUsers(db, { now, before, isFound })
      : await pageOfUsers(db, { now, before, isFound });
  return found.map(({ user, edge }) => ({
    ...wireAdminUser(user, settings),
    ...(edge && { closing: edge }),
  }));
}

interface Chosen {
  now: Date;
  before: string | undefined;
  /** For a row `c` of users. */
  isFound: SQL;
}
interface Judged {
  user: StoredUser;
  edge: ClosingEdge | undefined;
}

async function pageOfUsers(db: Db, { now, before, isFound }: Chosen): Promise<Judged[]> {
  const users = await selectUsers(
    db,
    sql`
      select c.id from users c
      where ${isFound}
        and ${
          before === undefined
            ? sql`true`
            : sql`(not c.simulated, c.created_at, c.id) < (select not l.simulated, l.created_at, l.id from users l where l.id = ${before})`
        }
      order by c.simulated, c.created_at desc, c.id desc
      limit ${PAGE}`,
  );
  const edges = await closingEdges(db, { now, among: among(users.map(({ id }) => id)) });
  return users.map((user) => ({ user, edge: edges.get(user.id) }));
}

/** All of them are in the first page. */
async function beatingUsers(db: Db, { now, before, isFound }: Chosen): Promise<Judged[]> {
  if (before !== undefined) return [];
  const edges = await closingEdges(db, { now, among: null });
  const beating = [...edges].flatMap(([id, { beats }]) => (beats ? [id] : []));
  const users = await selectUsers(
    db,
    sql`select c.id from users c where ${isFound} and c.id in (${among(beating)})`,
  );
  return users
    .map((user) => ({ user, edge: edges.get(user.id) }))
    .sort((a, b) => (b.edge?.mean ?? 0) - (a.edge?.mean ?? 0))
    .slice(0, PAGE);
}

const among = (ids: readonly string[]): SQL =>
  sql`select json_array_elements_text(${JSON.stringify(ids)}::json)`;
