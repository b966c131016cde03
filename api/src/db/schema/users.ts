import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, changedIn, epoch, isOneOf, micro, moment, ref } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** 'evm' or 'solana'. Family and address bytes identify all users except guests. */
    family: text({ enum: ['evm', 'solana'] }).notNull(),
    addressBytes: bytes('address_bytes').notNull(),
    /** Canonical text of the bytes: EIP-55 or base58. */
    address: text().notNull(),
    walletType: text('wallet_type', { enum: ['phantom', 'backpack', 'metamask', 'evm'] }).notNull(),
    /** 0 or 1: level 2 is an admin grant, never stored here. */
    kycLevel: smallint('kyc_level').notNull().default(0),
    /** Null: the default of the level. */
    dailyStakeCap: micro('daily_stake_cap'),
    /** A user with one session, who shows a wallet without proving its key. */
    guest: boolean().notNull().default(false),
    /** A practice trader of a demo, which the server itself runs. */
    simulated: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    changedIn: changedIn(),
    epoch: epoch(),
  },
  (t) => [
    index('users_changed').on(t.changedIn),
    index('users_epoch').on(t.epoch),
    // Guests are left out, since any number of them may show the same wallet.
    uniqueIndex('users_identity').on(t.family, t.addressBytes).where(sql`not ${t.guest}`),
    index('users_guests').on(t.createdAt).where(sql`${t.guest}`),
    index('users_simulated').on(t.id).where(sql`${t.simulated}`),
    check('users_family', isOneOf(t.family)),
    check('users_kyc_level', sql`${t.kycLevel} in (0, 1)`),
    check('users_cap', sql`${t.dailyStakeCap} >= 0`),
  ],
);

export const adminGrants = pgTable(
  'admin_grants',
  {
    family: text({ enum: ['evm', 'solana'] }).notNull(),
    addressBytes: bytes('address_bytes').notNull(),
    address: text().notNull(),
    /** An admin runs markets; a guardian may object to a result before it is paid, and nothing else. */
    role: text({ enum: ['admin', 'guardian'] })
      .notNull()
      .default('admin'),
    /** 'settings', 'practice' or 'command-line'. */
    grantedBy: text('granted_by').notNull(),
    grantedAt: moment('granted_at').notNull().default(sql`clock_timestamp()`),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.family, t.addressBytes, t.role] }),
    check('admin_grants_role', isOneOf(t.role)),
  ],
);

/** The limits and breaks that users set for themselves; no row if there are none. */
export const userLimits = pgTable(
  'user_limits',
  {
    userId: ref('user_id', () => users.id).primaryKey(),
    /** The user's own daily limit, or null. The lower of it and the house's cap counts. */
    ownCap: micro('own_cap'),
    /** The own limit from `nextFrom` on, or null for none. Raising it takes a day, lowering it takes effect at once. */
    nextCap: micro('next_cap'),
    nextFrom: moment('next_from'),
    /** No bets until then. It never moves to an earlier time. */
    blockedUntil: moment('blocked_until'),
    blockKind: text('block_kind', { enum: ['break', 'exclusion'] }),
    changedIn: changedIn(),
    epoch: epoch(),
  },
  (t) => [
    index('user_limits_changed').on(t.changedIn),
    index('user_limits_epoch').on(t.epoch),
    check('user_limits_cap', sql`${t.ownCap} >= 0 and ${t.nextCap} >= 0`),
    check('user_limits_next', sql`${t.nextCap} is null or ${t.nextFrom} is not null`),
    check(
      'user_limits_block',
      sql`(${t.blockedUntil} is null) = (${t.blockKind} is null) and ${t.blockKind} in ('break', 'exclusion')`,
    ),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: bytes('token_hash').primaryKey(),
    /** A random public id, with which users see and end their sessions. It gives no access. */
    id: text().notNull().unique().default(sql`gen_random_uuid()`),
    userId: ref('user_id', () => users.id).notNull(),
    /** The network that the wallet said it was on. */
    chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    /** Accurate to some minutes: identity/find-session.ts. */
    lastUsedAt: moment('last_used_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/** Nonces are stateless. Only used ones are stored, until they expire. */
export const usedNonces = pgTable(
  'used_nonces',
  {
    nonceHash: bytes('nonce_hash').primaryKey(),
    usedAt: moment('used_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('used_nonces_age').on(t.usedAt)],
);
