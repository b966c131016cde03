import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/**
 * The tables. Money is micro-USDC and odds are micro-odds, both in `bigint`. Rows of entries, postings and
 * bets are history: only inserted (migration 0001 has the triggers that refuse anything else).
 */

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const micro = (name: string) => bigint(name, { mode: 'bigint' });

// ---- people ------------------------------------------------------------------------------------------

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** 'evm' or 'solana'; with the bytes it is the identity. */
    family: text({ enum: ['evm', 'solana'] }).notNull(),
    addressBytes: bytes('address_bytes').notNull(),
    /** Canonical text of the bytes: EIP-55 or base58. */
    address: text().notNull(),
    walletType: text('wallet_type', { enum: ['phantom', 'backpack', 'metamask', 'evm'] }).notNull(),
    /** 0 or 1: level 2 is an admin grant, never stored here. */
    kycLevel: smallint('kyc_level').notNull().default(0),
    /** Null: the default of the level. */
    dailyStakeCap: micro('daily_stake_cap'),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    unique('users_identity').on(t.family, t.addressBytes),
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
    /** 'settings', 'practice' or 'command-line'. */
    grantedBy: text('granted_by').notNull(),
    grantedAt: moment('granted_at').notNull().default(sql`clock_timestamp()`),
    revokedAt: moment('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.family, t.addressBytes] })],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** True when the wallet signed in, false for a demo sign-in. */
    verified: boolean().notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
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

/** Keys that all processes of one deployment share. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  key: bytes('key').notNull(),
});

/** When work that all processes share was last done, so that it is not done again too soon. */
export const lastRuns = pgTable('last_runs', {
  name: text().primaryKey(),
  ranAt: moment('ran_at').notNull(),
});

// ---- markets -----------------------------------------------------------------------------------------

export const markets = pgTable(
  'markets',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    category: text({ enum: ['sports', 'politics', 'crypto', 'entertainment', 'economics'] }).notNull(),
    subcategory: text().notNull(),
    state: text({ enum: ['open', 'suspended'] }).notNull(),
    source: text({ enum: ['practice', 'custom'] }).notNull(),
    premium: boolean().notNull(),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    /** Rises by one with each accepted bet and each other change: the fence of concurrent writers. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    /** F of the market maker. */
    lossBudget: micro('loss_budget').notNull(),
    /** R: stakes taken. */
    received: micro('received').notNull().default(sql`0`),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index('markets_end').on(t.endsAt),
    check('markets_state', sql`${t.state} in ('open', 'suspended')`),
    check('markets_budget', sql`${t.lossBudget} >= 1000000000`),
    check('markets_received', sql`${t.received} >= 0`),
  ],
);

export const outcomes = pgTable(
  'outcomes',
  {
    id: text().primaryKey(),
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    position: smallint().notNull(),
    name: text().notNull(),
    initialProbability: doublePrecision('initial_probability').notNull(),
    /** P: what is owed if this outcome wins. */
    openReturns: micro('open_returns').notNull().default(sql`0`),
  },
  (t) => [
    unique('outcomes_position').on(t.marketId, t.position),
    unique('outcomes_market').on(t.marketId, t.id),
    check('outcomes_returns', sql`${t.openReturns} >= 0`),
  ],
);

// ---- the books ---------------------------------------------------------------------------------------

export const accounts = pgTable(
  'accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['user', 'escrow', 'pool', 'fees', 'faucet', 'outside'] }).notNull(),
    userId: text('user_id').references(() => users.id),
    marketId: text('market_id').references(() => markets.id),
    /** Always the sum of the account's postings. */
    balance: micro('balance').notNull().default(sql`0`),
  },
  (t) => [
    unique('accounts_owner').on(t.kind, t.userId, t.marketId).nullsNotDistinct(),
    check('accounts_user', sql`(${t.kind} = 'user') = (${t.userId} is not null)`),
    check('accounts_escrow', sql`(${t.kind} = 'escrow') = (${t.marketId} is not null)`),
    // Money enters the books through these two alone, so only they may owe.
    check('accounts_balance', sql`${t.balance} >= 0 or ${t.kind} in ('faucet', 'outside')`),
    index('accounts_of_user').on(t.userId),
    index('accounts_of_market').on(t.marketId),
  ],
);

export const entries = pgTable('entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['pool-funding', 'faucet-grant', 'market-open', 'bet'] }).notNull(),
  /** What the entry is for, said once: a second entry with the same key is refused. */
  key: text().notNull().unique('entries_key'),
  recordedAt: moment('recorded_at').notNull().default(sql`clock_timestamp()`),
});

export const postings = pgTable(
  'postings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => entries.id),
    fromAccount: bigint('from_account', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    toAccount: bigint('to_account', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    amount: micro('amount').notNull(),
  },
  (t) => [
    index('postings_entry').on(t.entryId),
    index('postings_from').on(t.fromAccount),
    index('postings_to').on(t.toAccount),
    check('postings_amount', sql`${t.amount} > 0`),
    check('postings_accounts', sql`${t.fromAccount} <> ${t.toAccount}`),
  ],
);

// ---- bets --------------------------------------------------------------------------------------------

export const bets = pgTable(
  'bets',
  {
    id: text().primaryKey(),
    /** The order in which bets were written: pages of history follow it. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    marketId: text('market_id').notNull(),
    outcomeId: text('outcome_id').notNull(),
    stake: micro('stake').notNull(),
    odds: micro('odds').notNull(),
    payout: micro('payout').notNull(),
    status: text({ enum: ['pending', 'confirmed', 'settled', 'failed'] }).notNull(),
    placedAt: moment('placed_at').notNull(),
    /** As they were when the bet was accepted, so that the acceptance can be checked for ever. */
    closesAt: moment('closes_at').notNull(),
    dailyStakeCap: micro('daily_stake_cap').notNull(),
    /** The market's version that this bet made. */
    marketVersion: bigint('market_version', { mode: 'number' }).notNull(),
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => entries.id),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    quoteId: text('quote_id'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request's body: a key used again with another body is refused. */
    bodyHash: bytes('body_hash').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    unique('bets_seq').on(t.seq),
    unique('bets_entry').on(t.entryId),
    unique('bets_version').on(t.marketId, t.marketVersion),
    unique('bets_quote').on(t.userId, t.quoteId),
    unique('bets_key').on(t.userId, t.idempotencyKey),
    index('bets_signed').on(t.userId, t.signedHash),
    index('bets_of_user').on(t.userId, t.seq),
    // Carries the stake so that the sum of a day is read from the index alone.
    index('bets_day').on(t.userId, t.placedAt, t.stake),
    check('bets_stake', sql`${t.stake} > 0`),
    check('bets_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check('bets_in_time', sql`${t.placedAt} < ${t.closesAt}`),
  ],
);
