import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, changedIn, micro, moment } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** 'evm' or 'solana'; with the bytes it is the identity of all but guests. */
    family: text({ enum: ['evm', 'solana'] }).notNull(),
    addressBytes: bytes('address_bytes').notNull(),
    /** Canonical text of the bytes: EIP-55 or base58. */
    address: text().notNull(),
    walletType: text('wallet_type', { enum: ['phantom', 'backpack', 'metamask', 'evm'] }).notNull(),
    /** 0 or 1: level 2 is an admin grant, never stored here. */
    kycLevel: smallint('kyc_level').notNull().default(0),
    /** Null: the default of the level. */
    dailyStakeCap: micro('daily_stake_cap'),
    /** A user of one session, who shows a wallet without having proved its key. */
    guest: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    changedIn: changedIn(),
  },
  (t) => [
    index('users_changed').on(t.changedIn),
    // Guests are outside of it: any number of them may show the same wallet.
    uniqueIndex('users_identity').on(t.family, t.addressBytes).where(sql`not ${t.guest}`),
    index('users_guests').on(t.createdAt).where(sql`${t.guest}`),
    check('users_family', sql`${t.family} in ('evm', 'solana')`),
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
    check('admin_grants_role', sql`${t.role} in ('admin', 'guardian')`),
  ],
);

/** What users set for themselves; no row: nothing. */
export const userLimits = pgTable(
  'user_limits',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The user's own daily cap, or null. The lower of it and the cap given by the house holds. */
    ownCap: micro('own_cap'),
    /** What the own cap becomes at `nextFrom`, null: none. Raising waits a day, lowering does not. */
    nextCap: micro('next_cap'),
    nextFrom: moment('next_from'),
    /** No bets until then. Never earlier than it was. */
    blockedUntil: moment('blocked_until'),
    blockKind: text('block_kind', { enum: ['break', 'exclusion'] }),
    changedIn: changedIn(),
  },
  (t) => [
    index('user_limits_changed').on(t.changedIn),
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
    /** What the session is called where its user sees and ends it: made by chance, and good for nothing else. */
    id: text().notNull().unique().default(sql`gen_random_uuid()`),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The network the wallet was on, as it said itself. */
    chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    /** To some minutes: identity/find-session.ts. */
    lastUsedAt: moment('last_used_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/** Nonces are stateless; only used ones are kept, until they expire. */
export const usedNonces = pgTable(
  'used_nonces',
  {
    nonceHash: bytes('nonce_hash').primaryKey(),
    usedAt: moment('used_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('used_nonces_age').on(t.usedAt)],
);
