import { MARKET_GROUPS } from '@tallystone/core/http-api/market-group';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { alsoWon, bytes, changedIn, epoch, isOneOf, micro, moment, ref, whole } from './columns.ts';

/** The feed's games that have one of our markets. */
export const games = pgTable(
  'games',
  {
    /** Azuro's id. */
    id: text().primaryKey(),
    title: text().notNull(),
    sport: text().notNull(),
    league: text().notNull(),
    country: text().notNull(),
    /** Azuro's own state, as last received. */
    state: text({ enum: ['Prematch', 'Live', 'Finished', 'Stopped', 'Canceled'] }).notNull(),
    startsAt: moment('starts_at').notNull(),
    /** The most that the house may lose on all markets of the game together. */
    cap: micro('cap').notNull(),
    importedAt: moment('imported_at').notNull().default(sql`clock_timestamp()`),
    // -- only for a game in play, which has a row, markets and a cap of its own; null for all others
    /** The same game before its start. */
    inPlayOf: text('in_play_of').references((): AnyPgColumn => games.id),
    /** How many seconds a bet on it waits. */
    delaySeconds: smallint('delay_seconds'),
    /** What the feed last said about it; null or empty if it didn't. */
    scoreHome: smallint('score_home'),
    scoreAway: smallint('score_away'),
    clock: text().notNull().default(''),
    period: text().notNull().default(''),
  },
  (t) => [
    check('games_cap', sql`${t.cap} > 0`),
    uniqueIndex('games_in_play').on(t.inPlayOf),
    check(
      'games_delay',
      sql`(${t.inPlayOf} is null) = (${t.delaySeconds} is null) and ${t.delaySeconds} between 5 and 60`,
    ),
    check('games_score', sql`(${t.scoreHome} is null) = (${t.scoreAway} is null)`),
  ],
);

export const markets = pgTable(
  'markets',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    category: text({ enum: ['sports', 'politics', 'crypto', 'entertainment', 'economics'] }).notNull(),
    subcategory: text().notNull(),
    /** Changes as core/markets/lifecycle.ts allows. `open` and `suspended` end when `closes_at` has passed. */
    state: text({ enum: ['open', 'suspended', 'closed', 'resolving', 'settled', 'void'] }).notNull(),
    source: text({ enum: ['practice', 'custom', 'azuro'] }).notNull(),
    /** The source of its odds: our market maker or the feed. */
    pricing: text({ enum: ['lmsr', 'feed'] })
      .notNull()
      .default('lmsr'),
    /** How signed odds bind the house: core/odds/fill-rule.ts. */
    fillRule: smallint('fill_rule').notNull().default(1),
    premium: boolean().notNull(),
    /** False for the markets of a game that the list doesn't have. */
    isMain: boolean('is_main').notNull().default(true),
    tags: jsonb().$type<string[]>().notNull().default([]),
    autoResolve: boolean('auto_resolve').notNull().default(false),
    /** An admin or the feed keeps it suspended. It is open only if neither does. */
    disabled: boolean().notNull().default(false),
    feedHalt: text('feed_halt', { enum: ['stopped', 'stale', 'started', 'canceled'] }),
    /** In live mode: suspended because the escrow contract doesn't know it yet. */
    opening: boolean().notNull().default(false),
    /** Hidden and without bets; its budget is back in the pool. */
    archivedAt: moment('archived_at'),
    /** Deleted everywhere except in the books. */
    deletedAt: moment('deleted_at'),
    // -- only for feed markets; null for all others
    gameId: ref('game_id', () => games.id),
    /** What it is on, without the game and the line, and its group and line. Null for markets of older versions. */
    group: text('market_group', { enum: MARKET_GROUPS }),
    ownName: text('own_name'),
    line: doublePrecision(),
    azuroConditionId: text('azuro_condition_id'),
    /** The outcome of the condition that the market is about, if each is decided by itself; null: about all of them. */
    azuroOutcomeId: text('azuro_outcome_id'),
    /** Whether the feed offers its condition in play, too. */
    mayGoInPlay: boolean('may_go_in_play').notNull().default(false),
    /** The feed's own volume, micro-USDT. */
    turnover: micro('turnover'),
    /** When the feed last confirmed the odds that are stored. */
    pricedAt: moment('priced_at'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    /** Rises by one with each accepted bet and every other change, to detect concurrent writers. */
    version: whole('version').notNull().default(1),
    /** F of the market maker, or the cap of a feed market: the most that the house can lose on it. */
    lossBudget: micro('loss_budget').notNull(),
    /** How much of it is in escrow: all of it from the opening on, for a feed market from the first bet on. */
    funded: micro('funded').notNull(),
    /** R: stakes taken, minus cash-outs and refunds paid. Stays as it is when settlement begins. */
    received: micro('received').notNull().default(sql`0`),
    /** S: the stakes of bets that haven't ended. */
    openStakes: micro('open_stakes').notNull().default(sql`0`),
    /** All stakes ever taken: the volume. */
    staked: micro('staked').notNull().default(sql`0`),
    /** The game's real start, which was earlier than announced: bets from then on are void. */
    lateFrom: moment('late_from'),
    /** Why an admin must review it before it can end. */
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
    /** How many outcomes win: core/odds/winner-sets.ts. */
    winners: smallint().notNull().default(1),
    /** The winning outcome of a market that is settled or being paid, the first of several. */
    wonOutcomeId: text('won_outcome_id'),
    /** The other winners in the market's order. */
    alsoWon: alsoWon(),
    /** Settlement has ended the bets up to this version; null before it begins. */
    settledThrough: whole('settled_through'),
    /** When it was settled or voided. */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    changedIn: changedIn(),
    epoch: epoch(),
  },
  (t) => [
    index('markets_end').on(t.endsAt),
    index('markets_changed').on(t.changedIn),
    index('markets_epoch').on(t.epoch),
    // Workers read these every second, and there are few of them.
    index('markets_under_way').on(t.closesAt).where(sql`${t.state} not in ('settled', 'void')`),
    check('markets_state', isOneOf(t.state)),
    // A game in play has another market on the same question.
    uniqueIndex('markets_question_of_game')
      .on(t.azuroConditionId, t.gameId, sql`coalesce(${t.azuroOutcomeId}, '')`)
      .where(sql`${t.deletedAt} is null`),
    // One main market per game.
    uniqueIndex('markets_main').on(t.gameId).where(sql`${t.isMain} and ${t.deletedAt} is null`),
    index('markets_of_game').on(t.gameId).where(sql`${t.deletedAt} is null`),
    check('markets_group', isOneOf(t.group)),
    check('markets_source', isOneOf(t.source)),
    check('markets_pricing', sql`(${t.pricing} = 'feed') = (${t.source} = 'azuro')`),
    check(
      'markets_feed',
      sql`(${t.pricing} = 'feed') = (${t.gameId} is not null and ${t.azuroConditionId} is not null and ${t.pricedAt} is not null)`,
    ),
    check('markets_halt', isOneOf(t.feedHalt)),
    check(
      'markets_open',
      sql`${t.state} <> 'open' or (not ${t.disabled} and ${t.feedHalt} is null and not ${t.opening})`,
    ),
    check('markets_archived', sql`${t.deletedAt} is null or ${t.archivedAt} is not null`),
    // A market with stakes is never hidden.
    check(
      'markets_hidden',
      sql`${t.archivedAt} is null or ${t.staked} = 0 or ${t.state} in ('settled', 'void')`,
    ),
    check('markets_budget', sql`${t.lossBudget} >= case ${t.pricing} when 'feed' then 1 else 1000000000 end`),
    // Stakes are in escrow only together with the budget that covers them.
    check(
      'markets_funded',
      sql`${t.funded} >= ${t.lossBudget} or (${t.funded} = 0 and ${t.staked} = 0 and (${t.pricing} = 'feed' or ${t.archivedAt} is not null or ${t.state} in ('settled', 'void')))`,
    ),
    check(
      'markets_stakes',
      sql`${t.openStakes} >= 0 and ${t.staked} >= ${t.openStakes} and ${t.received} <= ${t.staked}`,
    ),
    check('markets_fill_rule', sql`${t.fillRule} in (1, 2)`),
    check('markets_review', isOneOf(t.review)),
    check(
      'markets_winners',
      sql`${t.winners} = 1 or (${t.winners} between 2 and 15 and ${t.pricing} = 'feed' and not ${t.isMain})`,
    ),
    check(
      'markets_one_sided',
      sql`${t.azuroOutcomeId} is null or (${t.pricing} = 'feed' and ${t.winners} = 1 and not ${t.isMain})`,
    ),
    check('markets_ended', sql`(${t.state} in ('settled', 'void')) = (${t.endedAt} is not null)`),
    check(
      'markets_won',
      sql`(${t.state} <> 'settled' or ${t.wonOutcomeId} is not null) and (${t.state} <> 'void' or ${t.wonOutcomeId} is null)`,
    ),
    check(
      'markets_also_won',
      sql`cardinality(${t.alsoWon}) = case when ${t.wonOutcomeId} is null then 0 else ${t.winners} - 1 end and array_position(${t.alsoWon}, null) is null and array_position(${t.alsoWon}, ${t.wonOutcomeId}) is null`,
    ),
  ],
);

export const outcomes = pgTable(
  'outcomes',
  {
    id: text().primaryKey(),
    marketId: ref('market_id', () => markets.id).notNull(),
    position: smallint().notNull(),
    name: text().notNull(),
    /** For a feed market: the feed's probability at the import. */
    initialProbability: doublePrecision('initial_probability').notNull(),
    /** The feed's odds; null if it offers none to bet on, and for our own markets. */
    feedOdds: micro('feed_odds'),
    azuroOutcomeId: text('azuro_outcome_id'),
    /** P: the total that is owed if this outcome wins. */
    openReturns: micro('open_returns').notNull().default(sql`0`),
    /** In live mode: the returns and stakes of pending bets. Not included in `open_returns`. */
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

/** A market's terms at its opening, as JSON. Only inserted. Markets that older versions opened have none. */
export const marketTerms = pgTable('market_terms', {
  marketId: ref('market_id', () => markets.id).primaryKey(),
  /** See markets/market-terms.ts. Its SHA-256 is sealed. */
  terms: text().notNull(),
});

/** The possible changes of a market's state; the same rows as in core/markets/lifecycle.ts. */
export const marketTransitions = pgTable(
  'market_transitions',
  { fromState: text('from_state').notNull(), toState: text('to_state').notNull() },
  (t) => [primaryKey({ columns: [t.fromState, t.toState] })],
);

/** The seed of a practice market's draw. Its commitment is public from the opening on, the seed from the result on. */
export const practiceDraws = pgTable('practice_draws', {
  marketId: ref('market_id', () => markets.id).primaryKey(),
  seed: bytes('seed').notNull(),
  /** SHA-256 of the seed. */
  commitment: bytes('commitment').notNull(),
});

/** The odds of a feed market from a version on, in the order of its outcomes. Only inserted. */
export const feedPrices = pgTable(
  'feed_prices',
  {
    marketId: ref('market_id', () => markets.id).notNull(),
    version: whole('version').notNull(),
    at: moment('at').notNull(),
    /** Micro-odds as text, or null. */
    odds: jsonb().$type<(string | null)[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.version] })],
);

/**
 * A market's price from a version on, in millionths in the order of its outcomes; null for an outcome without a price. Before
 * its first point a market has its opening price. Only inserted, and kept for a day.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    marketId: ref('market_id', () => markets.id).notNull(),
    version: whole('version').notNull(),
    at: moment('at').notNull(),
    price: integer().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.version] })],
);

/**
 * The prices of a minute, an hour or a UTC day with a change. The database makes them from the points. There is no foreign key
 * to the market, because its lock would block bets while candles are made.
 */
export const priceCandles = pgTable(
  'price_candles',
  {
    marketId: text('market_id').notNull(),
    step: text({ enum: ['minute', 'hour', 'day'] }).notNull(),
    startsAt: moment('starts_at').notNull(),
    /** The price at its beginning. */
    open: integer().array().notNull(),
    /** The highest and lowest price of each outcome, which can't be computed once the points are deleted. */
    high: integer().array().notNull(),
    low: integer().array().notNull(),
    /** The last change: its price, its version and its time. */
    close: integer().array().notNull(),
    version: whole('version').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.step, t.startsAt] }),
    check('price_candles_step', isOneOf(t.step)),
    index('price_candles_age').on(t.step, t.startsAt).where(sql`${t.step} <> 'day'`),
  ],
);

/** The version up to which a market's points are in candles; no row if none are. No foreign key, as above. */
export const priceFolds = pgTable('price_folds', {
  marketId: text('market_id').primaryKey(),
  version: whole('version').notNull(),
});
