import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/**
 * The tables. Money is micro-USDC and odds are micro-odds, both in `bigint`. Rows of entries, postings,
 * bets, their ends, cash-outs, feed prices, terms of markets, seals and the audit are history: only inserted (migrations 0001,
 * 0004, 0005 and 0015 have the triggers that refuse anything else). So are price points, for a day (0007), and events of the
 * chain; what was accepted as a live bet is history too, but for what became of it (0008). A market's state moves only as
 * `market_transitions` says.
 */

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const micro = (name: string) => bigint(name, { mode: 'bigint' });
/** What the chain says may be any number of 256 bits: it is stored as it is, and what is too much is refused later. */
const ofChain = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
/** The transaction that wrote the row last, set by a trigger: see markets/read-changes.ts. */
const changedIn = () => transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`);

// ---- people ------------------------------------------------------------------------------------------

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

/** What admins set, in one row. Null: the default of the mode. */
export const settings = pgTable(
  'settings',
  {
    /** Always true: there is one row. */
    id: boolean().primaryKey().default(true),
    autoImport: boolean('auto_import').notNull().default(false),
    futuresTrading: boolean('futures_trading').notNull().default(false),
    realTimePrices: boolean('real_time_prices').notNull().default(true),
    /** F of a new market of the market maker. */
    liquidityBudget: micro('liquidity_budget').notNull().default(sql`10000000000`),
    /** The most the house may lose on a new market of the feed, and on all of one game. */
    marketCap: micro('market_cap').notNull().default(sql`5000000000`),
    gameCap: micro('game_cap').notNull().default(sql`10000000000`),
    stakeCapLevel0: micro('stake_cap_level_0'),
    stakeCapLevel1: micro('stake_cap_level_1'),
    stakeCapLevel2: micro('stake_cap_level_2'),
    changedIn: changedIn(),
  },
  (t) => [
    check('settings_one', sql`${t.id}`),
    check('settings_budget', sql`${t.liquidityBudget} >= 1000000000`),
    check('settings_caps', sql`${t.marketCap} > 0 and ${t.gameCap} >= ${t.marketCap}`),
    check(
      'settings_stake_caps',
      sql`${t.stakeCapLevel0} >= 0 and ${t.stakeCapLevel1} >= 0 and ${t.stakeCapLevel2} >= 0`,
    ),
  ],
);

/** Who changed what: only inserted, each row bound to the one before it by its hash. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    /** Null for what no user did. */
    userId: text('user_id').references(() => users.id),
    /** An address, 'command-line' or 'system'. */
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    /** SHA-256 of the hash before it and of this row, see audit/record-audit.ts. */
    hash: bytes('hash').notNull(),
  },
  // Asked for before each payment, and under the lock of a market: see markets/late-starts.ts.
  (t) => [index('audit_late_starts').on(t.subject).where(sql`${t.action} = 'market.late-start'`)],
);

// ---- markets -----------------------------------------------------------------------------------------

/** The games of the feed that have a market of ours. */
export const games = pgTable(
  'games',
  {
    /** Azuro's. */
    id: text().primaryKey(),
    title: text().notNull(),
    sport: text().notNull(),
    league: text().notNull(),
    country: text().notNull(),
    /** Azuro's own word, as last heard. */
    state: text({ enum: ['Prematch', 'Live', 'Finished', 'Stopped', 'Canceled'] }).notNull(),
    startsAt: moment('starts_at').notNull(),
    /** The most the house may lose on all markets of the game together. */
    cap: micro('cap').notNull(),
    importedAt: moment('imported_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [check('games_cap', sql`${t.cap} > 0`)],
);

export const markets = pgTable(
  'markets',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    category: text({ enum: ['sports', 'politics', 'crypto', 'entertainment', 'economics'] }).notNull(),
    subcategory: text().notNull(),
    /** Moves as core/markets/lifecycle.ts says. `open` and `suspended` are over once `closes_at` has passed. */
    state: text({ enum: ['open', 'suspended', 'closed', 'resolving', 'settled', 'void'] }).notNull(),
    source: text({ enum: ['practice', 'custom', 'azuro'] }).notNull(),
    /** Who prices it: our market maker, or the feed. */
    pricing: text({ enum: ['lmsr', 'feed'] })
      .notNull()
      .default('lmsr'),
    /** How signed odds bind the house: core/odds/fill-rule.ts. */
    fillRule: smallint('fill_rule').notNull().default(1),
    premium: boolean().notNull(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    autoResolve: boolean('auto_resolve').notNull().default(false),
    /** What keeps it suspended: an admin, and what the feed says. It is open only when neither does. */
    disabled: boolean().notNull().default(false),
    feedHalt: text('feed_halt', { enum: ['stopped', 'stale', 'started', 'canceled'] }),
    /** In live mode: the escrow contract does not know it yet, so it is suspended. */
    opening: boolean().notNull().default(false),
    /** Hidden and without bets; its budget is back in the pool. */
    archivedAt: moment('archived_at'),
    /** As if it had never been, but for the books. */
    deletedAt: moment('deleted_at'),
    // -- of the feed; null for all others
    gameId: text('game_id').references(() => games.id),
    azuroConditionId: text('azuro_condition_id'),
    /** The feed's own volume, micro-USDT. */
    turnover: micro('turnover'),
    /** When the feed last confirmed the odds that are stored. */
    pricedAt: moment('priced_at'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    /** Rises by one with each accepted bet and each other change: the fence of concurrent writers. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    /** F of the market maker, or the cap of a market of the feed: the most the house can lose on it. */
    lossBudget: micro('loss_budget').notNull(),
    /** What of it lies in escrow: all of it from the opening on, of a market of the feed from its first bet on. */
    funded: micro('funded').notNull(),
    /** R: stakes taken, minus cash-outs and refunds paid. As they were when settlement began, once it has. */
    received: micro('received').notNull().default(sql`0`),
    /** S: the stakes of bets that have not ended. */
    openStakes: micro('open_stakes').notNull().default(sql`0`),
    /** All stakes ever taken: the volume. */
    staked: micro('staked').notNull().default(sql`0`),
    /** The game began then, earlier than was said: bets from then on are void. */
    lateFrom: moment('late_from'),
    /** Why an admin must look at it before it can end. */
    review: text({
      enum: [
        'no-winner',
        'several-winners',
        'unknown-winner',
        'contradiction',
        'corrected',
        'removed',
        'no-result',
        'objected',
        'rehearsal-differs',
        'late-bets',
        'chain-refused',
        'chain-holds',
        'chain-ended',
      ],
    }),
    /** How often a guardian has objected to its result. */
    objections: smallint().notNull().default(0),
    /** The outcome that won, of a settled market or one that is being paid. */
    wonOutcomeId: text('won_outcome_id'),
    /** Settlement has ended the bets up to this version; null before it begins. */
    settledThrough: bigint('settled_through', { mode: 'number' }),
    /** When it was settled or void. */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    changedIn: changedIn(),
  },
  (t) => [
    index('markets_end').on(t.endsAt),
    index('markets_changed').on(t.changedIn),
    // Few are under way at a time, and workers ask for them every second.
    index('markets_under_way').on(t.closesAt).where(sql`${t.state} not in ('settled', 'void')`),
    check(
      'markets_state',
      sql`${t.state} in ('open', 'suspended', 'closed', 'resolving', 'settled', 'void')`,
    ),
    uniqueIndex('markets_condition').on(t.azuroConditionId).where(sql`${t.deletedAt} is null`),
    // One market per game.
    uniqueIndex('markets_game').on(t.gameId).where(sql`${t.deletedAt} is null`),
    check('markets_source', sql`${t.source} in ('practice', 'custom', 'azuro')`),
    check('markets_pricing', sql`(${t.pricing} = 'feed') = (${t.source} = 'azuro')`),
    check(
      'markets_feed',
      sql`(${t.pricing} = 'feed') = (${t.gameId} is not null and ${t.azuroConditionId} is not null and ${t.pricedAt} is not null)`,
    ),
    check('markets_halt', sql`${t.feedHalt} in ('stopped', 'stale', 'started', 'canceled')`),
    check(
      'markets_open',
      sql`${t.state} <> 'open' or (not ${t.disabled} and ${t.feedHalt} is null and not ${t.opening})`,
    ),
    check('markets_archived', sql`${t.deletedAt} is null or ${t.archivedAt} is not null`),
    // What holds stakes is never hidden.
    check(
      'markets_hidden',
      sql`${t.archivedAt} is null or ${t.staked} = 0 or ${t.state} in ('settled', 'void')`,
    ),
    check('markets_budget', sql`${t.lossBudget} >= case ${t.pricing} when 'feed' then 1 else 1000000000 end`),
    // Stakes lie in escrow only beside the budget that covers them.
    check(
      'markets_funded',
      sql`${t.funded} >= ${t.lossBudget} or (${t.funded} = 0 and ${t.staked} = 0 and (${t.pricing} = 'feed' or ${t.archivedAt} is not null or ${t.state} in ('settled', 'void')))`,
    ),
    check(
      'markets_stakes',
      sql`${t.openStakes} >= 0 and ${t.staked} >= ${t.openStakes} and ${t.received} <= ${t.staked}`,
    ),
    check('markets_fill_rule', sql`${t.fillRule} in (1, 2)`),
    check(
      'markets_review',
      sql`${t.review} in ('no-winner', 'several-winners', 'unknown-winner', 'contradiction', 'corrected', 'removed', 'no-result', 'objected', 'rehearsal-differs', 'late-bets', 'chain-refused', 'chain-holds', 'chain-ended')`,
    ),
    check('markets_ended', sql`(${t.state} in ('settled', 'void')) = (${t.endedAt} is not null)`),
    check(
      'markets_won',
      sql`(${t.state} <> 'settled' or ${t.wonOutcomeId} is not null) and (${t.state} <> 'void' or ${t.wonOutcomeId} is null)`,
    ),
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
    /** Of a market of the feed: as the feed saw it at the import. */
    initialProbability: doublePrecision('initial_probability').notNull(),
    /** The feed's odds; null when it gives none that can be bet on, and for markets of our own. */
    feedOdds: micro('feed_odds'),
    azuroOutcomeId: text('azuro_outcome_id'),
    /** P: what is owed if this outcome wins. */
    openReturns: micro('open_returns').notNull().default(sql`0`),
    /** In live mode: what pending bets would return and what they stake. Not in `open_returns`. */
    pendingReturns: micro('pending_returns').notNull().default(sql`0`),
    pendingStakes: micro('pending_stakes').notNull().default(sql`0`),
  },
  (t) => [
    unique('outcomes_position').on(t.marketId, t.position),
    unique('outcomes_market').on(t.marketId, t.id),
    check('outcomes_returns', sql`${t.openReturns} >= 0`),
    check('outcomes_pending', sql`${t.pendingStakes} >= 0 and ${t.pendingReturns} >= ${t.pendingStakes}`),
    check('outcomes_feed_odds', sql`${t.feedOdds} between 1010000 and 1000000000`),
  ],
);

/** What a market said when it was opened, as JSON: only inserted. None of markets that older versions opened. */
export const marketTerms = pgTable('market_terms', {
  marketId: text('market_id')
    .primaryKey()
    .references(() => markets.id),
  /** See markets/market-terms.ts. Its SHA-256 is sealed. */
  terms: text().notNull(),
});

/** The odds a market of the feed had from a version on, in the order of its outcomes: only inserted. */
export const feedPrices = pgTable(
  'feed_prices',
  {
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    version: bigint('version', { mode: 'number' }).notNull(),
    at: moment('at').notNull(),
    /** Micro-odds as text, or null. */
    odds: jsonb().$type<(string | null)[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.version] })],
);

/**
 * What the price of a market became at a version, in millionths in the order of its outcomes; null for an outcome
 * without a price. Before its first point a market stands as it was opened. Only inserted, and kept for a day.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    version: bigint('version', { mode: 'number' }).notNull(),
    at: moment('at').notNull(),
    price: integer().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.version] })],
);

/**
 * The prices of a minute, an hour or a UTC day in which there was a change. Made of the points by the database; refers
 * to no market by a key, because whoever makes them would hold up its bets.
 */
export const priceCandles = pgTable(
  'price_candles',
  {
    marketId: text('market_id').notNull(),
    step: text({ enum: ['minute', 'hour', 'day'] }).notNull(),
    startsAt: moment('starts_at').notNull(),
    /** What held when it began. */
    open: integer().array().notNull(),
    /** The most and the least in it, of each outcome for itself: they cannot be had once the points are gone. */
    high: integer().array().notNull(),
    low: integer().array().notNull(),
    /** The last change in it: what it led to, the version it made, and when it was. */
    close: integer().array().notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.step, t.startsAt] }),
    check('price_candles_step', sql`${t.step} in ('minute', 'hour', 'day')`),
    index('price_candles_age').on(t.step, t.startsAt).where(sql`${t.step} <> 'day'`),
  ],
);

/** Up to which version the points of a market are in candles; no row: none is. As above, without a key. */
export const priceFolds = pgTable('price_folds', {
  marketId: text('market_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});

/** Which moves of a market's state are possible; the rows are those of core/markets/lifecycle.ts. */
export const marketTransitions = pgTable(
  'market_transitions',
  { fromState: text('from_state').notNull(), toState: text('to_state').notNull() },
  (t) => [primaryKey({ columns: [t.fromState, t.toState] })],
);

/** The seed of a practice market's draw: its commitment is public from the opening, the seed from the result on. */
export const practiceDraws = pgTable('practice_draws', {
  marketId: text('market_id')
    .primaryKey()
    .references(() => markets.id),
  seed: bytes('seed').notNull(),
  /** SHA-256 of the seed. */
  commitment: bytes('commitment').notNull(),
});

/** What was proposed as the end of a market, and what became of it. At most one per market is under way. */
export const resolutions = pgTable(
  'resolutions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    /** The outcome that won; null: void. */
    outcomeId: text('outcome_id'),
    source: text({ enum: ['admin', 'feed', 'practice', 'guardian', 'chain'] }).notNull(),
    /** A link or a note; for a void the reason. */
    evidence: text().notNull(),
    /** The answer of the feed as it came, or the draw. */
    raw: jsonb(),
    /** What is paid to whom, as it was rehearsed, and its SHA-256. */
    rehearsal: jsonb().notNull(),
    rehearsalHash: bytes('rehearsal_hash').notNull(),
    /** Null: no user, but the source itself. */
    proposedBy: text('proposed_by').references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
    approvedBy: text('approved_by').references(() => users.id),
    approvedAt: moment('approved_at'),
    /** Approved: settlement begins then, and until then it can be undone. */
    paysFrom: moment('pays_from'),
    /** When settlement began. */
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    endedAs: text('ended_as', { enum: ['paid', 'undone', 'objected', 'replaced'] }),
    endedBy: text('ended_by').references(() => users.id),
    endReason: text('end_reason'),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    uniqueIndex('resolutions_under_way').on(t.marketId).where(sql`${t.endedAt} is null`),
    index('resolutions_market').on(t.marketId),
    check('resolutions_source', sql`${t.source} in ('admin', 'feed', 'practice', 'guardian', 'chain')`),
    check('resolutions_approved', sql`(${t.approvedAt} is null) = (${t.paysFrom} is null)`),
    check(
      'resolutions_started',
      sql`${t.startedAt} is null or (${t.approvedAt} is not null and ${t.startedAt} >= ${t.paysFrom})`,
    ),
    // What has begun to be paid ends by being paid.
    check(
      'resolutions_ended',
      sql`(${t.endedAt} is null) = (${t.endedAs} is null) and (${t.endedAs} = 'paid') = (${t.startedAt} is not null and ${t.endedAt} is not null)`,
    ),
  ],
);

/** Changes that wait for a second admin, in live mode. */
export const pendingChanges = pgTable(
  'pending_changes',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['create-market', 'change-settings', 'change-user'] }).notNull(),
    /** The body of the call, and what it is about. */
    subject: text().notNull(),
    payload: jsonb().notNull(),
    /** One plain sentence. */
    summary: text().notNull(),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
    endedAt: moment('ended_at'),
    endedAs: text('ended_as', { enum: ['approved', 'rejected'] }),
    endedBy: text('ended_by').references(() => users.id),
    endReason: text('end_reason'),
  },
  (t) => [
    check('pending_changes_kind', sql`${t.kind} in ('create-market', 'change-settings', 'change-user')`),
    check('pending_changes_ended', sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
    // Nobody approves what they propose themselves.
    check('pending_changes_two', sql`${t.endedAs} <> 'approved' or ${t.endedBy} <> ${t.proposedBy}`),
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
    /** The transaction that changed the balance last, of users' accounts alone: written with it. */
    changedIn: transactionId('changed_in'),
  },
  (t) => [
    index('accounts_changed').on(t.changedIn).where(sql`${t.changedIn} is not null`),
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
  kind: text({
    enum: [
      'pool-funding',
      'faucet-grant',
      'market-open',
      'market-withdrawal',
      'market-top-up',
      'bet',
      'cash-out',
      'refund',
      'settlement',
      'market-remainder',
      'hold',
      'hold-release',
      'stake-received',
      'payout-sent',
      'house-deposit',
      'house-withdrawal',
    ],
  }).notNull(),
  /** What the entry is for, said once: a second entry with the same key is refused. */
  key: text().notNull().unique('entries_key'),
  recordedAt: moment('recorded_at').notNull().default(sql`clock_timestamp()`),
});

export const postings = pgTable(
  'postings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    // That these exist, a trigger sees to, once for all rows of a statement.
    entryId: bigint('entry_id', { mode: 'number' }).notNull(),
    fromAccount: bigint('from_account', { mode: 'number' }).notNull(),
    toAccount: bigint('to_account', { mode: 'number' }).notNull(),
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
    /** What the bettor signed, where that is a minimum; null where it is exactly `odds`. */
    signedOdds: micro('signed_odds'),
    /** The rule of its market: core/odds/fill-rule.ts. */
    fillRule: smallint('fill_rule').notNull().default(1),
    payout: micro('payout').notNull(),
    status: text({ enum: ['pending', 'confirmed', 'settled', 'failed'] }).notNull(),
    placedAt: moment('placed_at').notNull(),
    /** As they were when the bet was accepted, so that the acceptance can be checked for ever. */
    closesAt: moment('closes_at').notNull(),
    dailyStakeCap: micro('daily_stake_cap').notNull(),
    /** On a market of the feed: when the feed had last confirmed its odds. */
    pricedAt: moment('priced_at'),
    /** The bettor's network, where the session knows it. */
    chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
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
    /** The transaction that wrote it. */
    placedIn: transactionId('placed_in').notNull().default(sql`pg_current_xact_id()`),
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
    check(
      'bets_fill_rule',
      sql`case ${t.fillRule} when 1 then ${t.signedOdds} is null when 2 then ${t.signedOdds} is not null and ${t.signedOdds} <= ${t.odds} else false end`,
    ),
    check('bets_in_time', sql`${t.placedAt} < ${t.closesAt}`),
    check('bets_fresh_price', sql`${t.placedAt} <= ${t.pricedAt} + interval '10 minutes'`),
    index('bets_placed').on(t.placedAt),
    // Of markets of the feed alone: which bets may turn out to have come after the start of their game.
    index('bets_of_feed').on(t.marketId, t.placedAt).where(sql`${t.pricedAt} is not null`),
  ],
);

/** How bets ended that anything was paid for: only inserted. A bet of a settled market without a row here is lost. */
export const betEndings = pgTable(
  'bet_endings',
  {
    betId: text('bet_id').primaryKey(),
    marketId: text('market_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text({ enum: ['payout', 'refund', 'cash-out'] }).notNull(),
    amount: micro('amount').notNull(),
    // That it exists, a trigger sees to, once for all rows of a statement.
    entryId: bigint('entry_id', { mode: 'number' }).notNull(),
    endedAt: moment('ended_at').notNull(),
    /** The market's version that it made; null for an end by settlement, which makes none. */
    marketVersion: bigint('market_version', { mode: 'number' }),
    /** The transaction that wrote it. */
    endedIn: transactionId('ended_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    // With the user, so that a statement reads the bettor's own of an entry that ended thousands.
    index('bet_endings_entry').on(t.entryId, t.userId),
    index('bet_endings_version').on(t.marketId, t.marketVersion).where(sql`${t.marketVersion} is not null`),
    // The latest cash-outs of a market, however many refunds lie between them.
    index('bet_endings_sold').on(t.marketId, t.marketVersion).where(sql`${t.kind} = 'cash-out'`),
    check('bet_endings_kind', sql`${t.kind} in ('payout', 'refund', 'cash-out')`),
    check('bet_endings_amount', sql`${t.amount} > 0`),
    check('bet_endings_version_known', sql`${t.kind} <> 'cash-out' or ${t.marketVersion} is not null`),
  ],
);

/** What the bettor signed for a cash-out: only inserted. */
export const cashOuts = pgTable(
  'cash_outs',
  {
    betId: text('bet_id')
      .primaryKey()
      .references(() => bets.id),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    /** On a market of the feed: when the feed had last confirmed its odds. */
    pricedAt: moment('priced_at'),
    /** What it had to leave of its game: 1 the cap with a start up to an hour earlier, 2 with every start. */
    rule: smallint().notNull().default(1),
  },
  (t) => [check('cash_outs_rule', sql`${t.rule} in (1, 2)`)],
);

/**
 * What the open bets of a minute on a market of the feed are together, in the order of its outcomes: see `StartStep` in
 * core/odds/every-start.ts. Triggers on bets and their ends keep it, under the lock of the market.
 */
export const betMinutes = pgTable(
  'bet_minutes',
  {
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    minute: moment('minute').notNull(),
    net: micro('net').array().notNull(),
    /** From zero on: never below it. */
    highest: micro('highest').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.minute] })],
);

/** Stretches of entries whose Merkle root stands in the audit chain: only inserted. */
export const seals = pgTable(
  'seals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    firstEntry: bigint('first_entry', { mode: 'number' }).notNull(),
    lastEntry: bigint('last_entry', { mode: 'number' }).notNull(),
    /** How many leaves the tree has, see ledger/seal-leaves.ts. */
    leaves: bigint('leaves', { mode: 'number' }).notNull(),
    root: bytes('root').notNull(),
    auditId: bigint('audit_id', { mode: 'number' })
      .notNull()
      .references(() => audit.id),
  },
  (t) => [unique('seals_last').on(t.lastEntry), check('seals_range', sql`${t.lastEntry} >= ${t.firstEntry}`)],
);

// ---- live mode ---------------------------------------------------------------------------------------

/**
 * Bets with real stakes as they were accepted, and what became of them. A confirmed one is in `bets` too, under the same
 * id: a row there is written only once the stake is final on the chain.
 */
export const liveBets = pgTable(
  'live_bets',
  {
    id: text().primaryKey(),
    /** The order in which they were accepted. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    marketId: text('market_id').notNull(),
    outcomeId: text('outcome_id').notNull(),
    stake: micro('stake').notNull(),
    odds: micro('odds').notNull(),
    payout: micro('payout').notNull(),
    placedAt: moment('placed_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    pricedAt: moment('priced_at'),
    dailyStakeCap: micro('daily_stake_cap').notNull(),
    chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
    /** The market's version that the acceptance made; its confirmation makes another one. */
    marketVersion: bigint('market_version', { mode: 'number' }).notNull(),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    signedHash: bytes('signed_hash').notNull(),
    quoteId: text('quote_id').notNull(),
    idempotencyKey: text('idempotency_key'),
    bodyHash: bytes('body_hash').notNull(),
    /** The authorization of the stake cannot be used from then on. */
    deadline: moment('deadline').notNull(),
    /** Our acceptance holds before it. */
    acceptedUntil: moment('accepted_until').notNull(),
    /** See core/escrow/escrow-bet.ts: the nonce of the authorization. */
    betHash: bytes('bet_hash').notNull(),
    /** The bettor's signature that moves the stake, r, s and v. */
    stakeAuthorization: bytes('stake_authorization').notNull(),
    /** Ours, r, s and v. */
    acceptance: bytes('acceptance').notNull(),
    /** What the odds were decided on: micro-USDC per outcome as text, in the order of the market's. */
    pricedOn: jsonb('priced_on').$type<string[]>().notNull(),
    holdEntryId: bigint('hold_entry_id', { mode: 'number' })
      .notNull()
      .references(() => entries.id),
    /** What carries it to the chain now. */
    placeCallId: bigint('place_call_id', { mode: 'number' }).references(() => chainCalls.id),
    state: text({ enum: ['pending', 'confirmed', 'failed'] })
      .notNull()
      .default('pending'),
    /** Why it failed: core/betting/bet-failure.ts. */
    failure: text(),
    /** The transaction that placed it, while it is included and once it is final. */
    txHash: bytes('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    decidedAt: moment('decided_at'),
    /** The market's version that its confirmation or its failure made. */
    decidedVersion: bigint('decided_version', { mode: 'number' }),
    /** The transaction that wrote it, and the one that changed it last. */
    placedIn: transactionId('placed_in').notNull().default(sql`pg_current_xact_id()`),
    changedIn: changedIn(),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    unique('live_bets_seq').on(t.seq),
    unique('live_bets_hold').on(t.holdEntryId),
    unique('live_bets_version').on(t.marketId, t.marketVersion),
    unique('live_bets_quote').on(t.userId, t.quoteId),
    unique('live_bets_key').on(t.userId, t.idempotencyKey),
    unique('live_bets_hash').on(t.betHash),
    index('live_bets_pending').on(t.seq).where(sql`${t.state} = 'pending'`),
    index('live_bets_pending_on').on(t.marketId).where(sql`${t.state} = 'pending'`),
    index('live_bets_signed_text').on(t.userId, t.signedHash),
    index('live_bets_of_user').on(t.userId, t.seq),
    index('live_bets_day').on(t.userId, t.placedAt, t.stake),
    index('live_bets_failed').on(t.userId, t.decidedAt).where(sql`${t.state} = 'failed'`),
    index('live_bets_changed').on(t.changedIn),
    index('live_bets_call').on(t.placeCallId),
    check('live_bets_stake', sql`${t.stake} > 0`),
    check('live_bets_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check(
      'live_bets_in_time',
      sql`${t.placedAt} < ${t.acceptedUntil} and ${t.acceptedUntil} <= ${t.closesAt} and ${t.acceptedUntil} <= ${t.deadline}`,
    ),
    check('live_bets_fresh_price', sql`${t.placedAt} <= ${t.pricedAt} + interval '10 minutes'`),
    check(
      'live_bets_signed',
      sql`octet_length(${t.betHash}) = 32 and octet_length(${t.stakeAuthorization}) = 65 and octet_length(${t.acceptance}) = 65`,
    ),
    check('live_bets_state', sql`${t.state} in ('pending', 'confirmed', 'failed')`),
    check(
      'live_bets_decided',
      sql`(${t.state} = 'pending') = (${t.decidedAt} is null) and (${t.state} = 'pending') = (${t.decidedVersion} is null)`,
    ),
    check('live_bets_failure', sql`(${t.state} = 'failed') = (${t.failure} is not null)`),
    check(
      'live_bets_confirmed',
      sql`${t.state} <> 'confirmed' or (${t.txHash} is not null and ${t.blockNumber} is not null)`,
    ),
  ],
);

/** What is to be sent to the chain, each once: written in the transaction that makes it necessary. */
export const chainCalls = pgTable(
  'chain_calls',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What it is for, said once: a second call with the same key is none. */
    key: text().notNull().unique('chain_calls_key'),
    role: text({ enum: ['relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian'] }).notNull(),
    data: bytes('data').notNull(),
    gas: micro('gas').notNull(),
    queuedAt: moment('queued_at').notNull().default(sql`clock_timestamp()`),
    /** Who signed it under which nonce; null until it is signed. */
    signer: bytes('signer'),
    nonce: bigint('nonce', { mode: 'number' }),
    state: text({ enum: ['queued', 'sent', 'included', 'final', 'reverted', 'dropped'] })
      .notNull()
      .default('queued'),
    txHash: bytes('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    finalAt: moment('final_at'),
    changedIn: changedIn(),
  },
  (t) => [
    uniqueIndex('chain_calls_nonce').on(t.signer, t.nonce).where(sql`${t.nonce} is not null`),
    index('chain_calls_under_way').on(t.id).where(sql`${t.state} in ('queued', 'sent', 'included')`),
    check(
      'chain_calls_role',
      sql`${t.role} in ('relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian')`,
    ),
    check(
      'chain_calls_state',
      sql`${t.state} in ('queued', 'sent', 'included', 'final', 'reverted', 'dropped')`,
    ),
    check('chain_calls_signed', sql`(${t.signer} is null) = (${t.nonce} is null)`),
  ],
);

/** Every transaction that was ever signed, written before it is broadcast. */
export const chainTransactions = pgTable(
  'chain_transactions',
  {
    signer: bytes('signer').notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    /** From 1: a replacement keeps the nonce. */
    attempt: integer().notNull(),
    /** Null for one that does nothing but use its nonce up. */
    callId: bigint('call_id', { mode: 'number' }).references(() => chainCalls.id),
    raw: bytes('raw').notNull(),
    hash: bytes('hash').notNull(),
    /** Wei per gas. */
    maxFee: micro('max_fee').notNull(),
    signedAt: moment('signed_at').notNull().default(sql`clock_timestamp()`),
    broadcastAt: moment('broadcast_at'),
  },
  (t) => [
    primaryKey({ columns: [t.signer, t.nonce, t.attempt] }),
    unique('chain_transactions_hash').on(t.hash),
    index('chain_transactions_call').on(t.callId),
  ],
);

/** What the escrow and its token logged in finalized blocks: only inserted. */
export const chainEvents = pgTable(
  'chain_events',
  {
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull(),
    blockHash: bytes('block_hash').notNull(),
    txHash: bytes('tx_hash').notNull(),
    name: text().notNull(),
    /** Numbers as decimal text. */
    args: jsonb().$type<Record<string, string>>().notNull(),
    blockAt: moment('block_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    index('chain_events_transaction').on(t.txHash),
    index('chain_events_bet').on(sql`(${t.args} ->> 'betId')`),
    index('chain_events_roles').on(t.blockNumber, t.logIndex).where(sql`${t.name} = 'RoleTaken'`),
  ],
);

/**
 * Where an event is on the chain since the chain was rejoined with another history: in the same transaction, in another block.
 * A row of chain_events stays as it was first read; see `eventsOnChain`.
 */
export const chainMoved = pgTable(
  'chain_moved',
  {
    /** As chain_events has it. */
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull(),
    toBlock: bigint('to_block', { mode: 'number' }).notNull(),
    toIndex: integer('to_index').notNull(),
    blockHash: bytes('block_hash').notNull(),
    /** As they are now: when objections end follows from the time of the block. */
    args: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_moved_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
  ],
);

/** How far the chain was followed, in one row; written with what was applied. */
export const chainCursor = pgTable(
  'chain_cursor',
  {
    /** Always true: there is one row. */
    id: boolean().primaryKey().default(true),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    escrow: bytes('escrow').notNull(),
    /** The last finalized block that was applied. */
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockHash: bytes('block_hash').notNull(),
    blockAt: moment('block_at').notNull(),
    /** When the books were last compared with the chain, and what the escrow held then. */
    reconciledAt: moment('reconciled_at'),
    chainBalance: ofChain('chain_balance'),
    /**
     * The hash that the chain was found to have in place of `block_hash`, which was final: nothing is booked until it has that
     * one again or the books rejoin the chain. Null while the chain has it.
     */
    replacedBy: bytes('replaced_by'),
    /** What else holds betting: a kind of chain/chain-alert.ts and one sentence; null while nothing does. */
    alertKind: text('alert_kind'),
    alert: text(),
    alertedAt: moment('alerted_at'),
  },
  (t) => [
    check('chain_cursor_one', sql`${t.id}`),
    check(
      'chain_cursor_alert',
      sql`(${t.alert} is null) = (${t.alertedAt} is null) and (${t.alert} is null) = (${t.alertKind} is null)`,
    ),
  ],
);

/**
 * What left the escrow on the chain, by the event that says so. The books follow once they have it to give: a payout may
 * be sent by anybody before the market was paid here.
 */
export const chainOutflows = pgTable(
  'chain_outflows',
  {
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull(),
    /** Whose it was; null for the house's. */
    userId: text('user_id').references(() => users.id),
    /** The bet that was paid; null for what was set aside and claimed later, and for the house. */
    betId: text('bet_id'),
    amount: ofChain('amount').notNull(),
    /** Null until it is in the books. */
    entryId: bigint('entry_id', { mode: 'number' }).references(() => entries.id),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_outflows_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
    unique('chain_outflows_entry').on(t.entryId),
    unique('chain_outflows_bet').on(t.betId),
    index('chain_outflows_unbooked').on(t.blockNumber, t.logIndex).where(sql`${t.entryId} is null`),
    check('chain_outflows_amount', sql`${t.amount} > 0`),
    check('chain_outflows_owner', sql`${t.betId} is null or ${t.userId} is not null`),
  ],
);

/**
 * Events of final blocks that could not be taken into the books, and those that wait behind one of the same market. The
 * cursor is past them; see chain/apply-logs.ts. A row goes once its event is applied, which the audit says.
 */
export const chainUnapplied = pgTable(
  'chain_unapplied',
  {
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull(),
    /** The market that takes no bets meanwhile; null where the event is of none of ours. */
    marketId: text('market_id').references(() => markets.id),
    /** USDC that came with it, negative for what left: it is in the escrow, or gone, and in no account. */
    amount: ofChain('amount').notNull(),
    /** Why it could not be applied. */
    problem: text().notNull(),
    notedAt: moment('noted_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_unapplied_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
    index('chain_unapplied_market').on(t.marketId),
  ],
);

/**
 * What the contract is to pay for each bet that the books have paid, and what became of it. `set-aside`: the token refused
 * the wallet; `claimed`: it took it later.
 */
export const chainPayouts = pgTable(
  'chain_payouts',
  {
    betId: text('bet_id').primaryKey(),
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    amount: micro('amount').notNull(),
    state: text({ enum: ['due', 'sent', 'paid', 'set-aside', 'claimed'] })
      .notNull()
      .default('due'),
    /** The call that carries it; kept as the last one once it is paid. */
    callKey: text('call_key'),
    /** How many calls that carried it came to nothing. */
    tries: integer().notNull().default(0),
    /** The transaction that paid it or set it aside, or that paid what was set aside. */
    txHash: bytes('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    changedIn: changedIn(),
  },
  (t) => [
    index('chain_payouts_due').on(t.betId).where(sql`${t.state} in ('due', 'sent')`),
    index('chain_payouts_call').on(t.callKey).where(sql`${t.state} = 'sent'`),
    index('chain_payouts_set_aside').on(t.userId).where(sql`${t.state} = 'set-aside'`),
    check('chain_payouts_amount', sql`${t.amount} > 0`),
    check('chain_payouts_state', sql`${t.state} in ('due', 'sent', 'paid', 'set-aside', 'claimed')`),
    check('chain_payouts_sent', sql`${t.state} <> 'sent' or ${t.callKey} is not null`),
    check(
      'chain_payouts_done',
      sql`(${t.state} in ('due', 'sent')) = (${t.txHash} is null) and (${t.txHash} is null) = (${t.blockNumber} is null)`,
    ),
  ],
);

/** Where a market stands on the chain. */
export const chainMarkets = pgTable(
  'chain_markets',
  {
    marketId: text('market_id')
      .primaryKey()
      .references(() => markets.id),
    state: text({ enum: ['opening', 'open', 'refused', 'proposed', 'resolved', 'void'] }).notNull(),
    rulesHash: bytes('rules_hash').notNull(),
    maxHouseLoss: ofChain('max_house_loss').notNull(),
    maxOdds: ofChain('max_odds').notNull(),
    closeAt: moment('close_at').notNull(),
    objectionEndsAt: moment('objection_ends_at'),
    /** The number of the outcome that was proposed or has won; 255 for none. */
    result: smallint(),
    /** What the proposal on the chain was made from: see core/escrow/evidence-hash.ts. */
    evidenceHash: bytes('evidence_hash'),
    /** The call that is under way for it, one at a time; null: none. */
    callKey: text('call_key'),
    /** How many were made, which names the next one. */
    calls: integer().notNull().default(0),
    /** How many calls in a row came to nothing, and until when none is made. */
    tries: integer().notNull().default(0),
    restsUntil: moment('rests_until'),
    changedIn: changedIn(),
  },
  (t) => [
    check(
      'chain_markets_state',
      sql`${t.state} in ('opening', 'open', 'refused', 'proposed', 'resolved', 'void')`,
    ),
  ],
);
