import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  betColumns,
  bytes,
  epoch,
  isOneOf,
  micro,
  moment,
  ref,
  refNumber,
  transactionId,
  whole,
} from './columns.ts';
import { entries } from './ledger.ts';
import { markets, outcomes } from './markets.ts';
import { users } from './users.ts';

export const bets = pgTable(
  'bets',
  {
    id: text().primaryKey(),
    ...betColumns(),
    userId: ref('user_id', () => users.id).notNull(),
    /** The odds that the bettor signed if they are a minimum; null if they are exactly `odds`. */
    signedOdds: micro('signed_odds'),
    /** The market's rule: core/odds/fill-rule.ts. */
    fillRule: smallint('fill_rule').notNull().default(1),
    status: text({ enum: ['pending', 'confirmed', 'settled', 'failed'] }).notNull(),
    entryId: refNumber('entry_id', () => entries.id).notNull(),
    quoteId: text('quote_id'),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    unique('bets_entry').on(t.entryId),
    unique('bets_version').on(t.marketId, t.marketVersion),
    // Hashes of 8 bytes are half as large as the texts: see betting/same-bet.ts.
    uniqueIndex('bets_one_of_quote').on(sql`hashtextextended(${t.quoteId}, 0)`),
    uniqueIndex('bets_one_of_key').on(sql`hashtextextended(${t.userId} || ' ' || ${t.idempotencyKey}, 0)`),
    // Also finds a user's newest bets. Includes the stake, so that a day's total is read from the index alone.
    index('bets_day').on(t.userId, t.placedAt, t.stake),
    check('bets_stake', sql`${t.stake} > 0`),
    check('bets_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check(
      'bets_fill_rule',
      sql`case ${t.fillRule} when 1 then ${t.signedOdds} is null when 2 then ${t.signedOdds} is not null and ${t.signedOdds} <= ${t.odds} else false end`,
    ),
    check('bets_in_time', sql`${t.placedAt} < ${t.closesAt}`),
    check('bets_fresh_price', sql`${t.placedAt} <= ${t.pricedAt} + interval '10 minutes'`),
    // Bets are written in the order of their moments, so ranges of pages are enough to find those of a day.
    index('bets_moments').using('brin', t.placedAt).with({ pages_per_range: 32, autosummarize: true }),
    // For feed markets only: finds bets that may have been placed after the start of their game.
    index('bets_of_feed').on(t.marketId, t.placedAt).where(sql`${t.pricedAt} is not null`),
  ],
);

/** The ends of bets that were paid. Only inserted. A bet of a settled market without a row here has lost. */
export const betEndings = pgTable(
  'bet_endings',
  {
    betId: text('bet_id').primaryKey(),
    marketId: text('market_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text({ enum: ['payout', 'refund', 'cash-out'] }).notNull(),
    amount: micro('amount').notNull(),
    // A trigger checks once per statement that the entries exist.
    entryId: whole('entry_id').notNull(),
    endedAt: moment('ended_at').notNull(),
    /** The market's version that it made; null for a settlement, which makes none. */
    marketVersion: whole('market_version'),
    /** The transaction that wrote it. */
    endedIn: transactionId('ended_in').notNull().default(sql`pg_current_xact_id()`),
    epoch: epoch(),
  },
  (t) => [
    // Includes the user, so that a bettor's statement reads only their rows of an entry that ended thousands of bets.
    index('bet_endings_entry').on(t.entryId, t.userId),
    index('bet_endings_version').on(t.marketId, t.marketVersion).where(sql`${t.marketVersion} is not null`),
    // Finds a market's latest cash-outs, even with many refunds between them.
    index('bet_endings_sold').on(t.marketId, t.marketVersion).where(sql`${t.kind} = 'cash-out'`),
    check('bet_endings_kind', isOneOf(t.kind)),
    check('bet_endings_amount', sql`${t.amount} > 0`),
    check('bet_endings_version_known', sql`${t.kind} <> 'cash-out' or ${t.marketVersion} is not null`),
  ],
);

/** The bettors' signatures for cash-outs. Only inserted. */
export const cashOuts = pgTable(
  'cash_outs',
  {
    betId: ref('bet_id', () => bets.id).primaryKey(),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    /** On a feed market: when the feed last confirmed its odds. */
    pricedAt: moment('priced_at'),
    /** The game's cap that had to hold after it: 1 for a start up to an hour earlier, 2 for every start. */
    rule: smallint().notNull().default(1),
    /** While the game was played: the market in play whose odds it was decided on, and that market's version then. */
    pricedMarketId: ref('priced_market_id', () => markets.id),
    pricedVersion: whole('priced_version'),
  },
  (t) => [
    check('cash_outs_rule', sql`${t.rule} in (1, 2)`),
    check('cash_outs_priced', sql`(${t.pricedMarketId} is null) = (${t.pricedVersion} is null)`),
  ],
);

/** The parts of bets that were sold, each with its bettor's signature. What is left of the bet is open or has an end. Only inserted. */
export const soldParts = pgTable(
  'sold_parts',
  {
    betId: ref('bet_id', () => bets.id).notNull(),
    /** The open stake of the bet before it. */
    openStake: micro('open_stake').notNull(),
    /** How much of that was sold, and what it would have returned. */
    stake: micro('stake').notNull(),
    payout: micro('payout').notNull(),
    /** What was paid. */
    amount: micro('amount').notNull(),
    marketId: ref('market_id', () => markets.id).notNull(),
    userId: ref('user_id', () => users.id).notNull(),
    entryId: refNumber('entry_id', () => entries.id).notNull(),
    soldAt: moment('sold_at').notNull(),
    /** The market's version that it made. */
    marketVersion: whole('market_version').notNull(),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    /** As of a cash-out. */
    pricedAt: moment('priced_at'),
    pricedMarketId: ref('priced_market_id', () => markets.id),
    pricedVersion: whole('priced_version'),
    epoch: epoch(),
  },
  (t) => [
    // A second part of the same open stake is impossible.
    primaryKey({ columns: [t.betId, t.openStake] }),
    uniqueIndex('sold_parts_entry').on(t.entryId),
    uniqueIndex('sold_parts_version').on(t.marketId, t.marketVersion),
    index('sold_parts_of_user').on(t.userId),
    check('sold_parts_stake', sql`${t.stake} > 0 and ${t.stake} < ${t.openStake}`),
    check('sold_parts_amount', sql`${t.amount} > 0 and ${t.payout} >= ${t.stake}`),
    check('sold_parts_priced', sql`(${t.pricedMarketId} is null) = (${t.pricedVersion} is null)`),
  ],
);

/**
 * Totals of the open bets per minute on a feed market, in the order of its outcomes: see `StartStep` in
 * core/odds/every-start.ts. What writes bets and their ends updates it under the market's lock: ledger/count-minutes.ts.
 */
export const betMinutes = pgTable(
  'bet_minutes',
  {
    marketId: ref('market_id', () => markets.id).notNull(),
    minute: moment('minute').notNull(),
    net: micro('net').array().notNull(),
    /** Never below zero. */
    highest: micro('highest').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.minute] })],
);
