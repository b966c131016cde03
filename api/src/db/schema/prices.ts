import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { markets } from './markets.ts';

/** The odds of a feed market from a version on, in the order of its outcomes. Only inserted. */
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
 * A market's price from a version on, in millionths in the order of its outcomes; null for an outcome without a price. Before
 * its first point a market has its opening price. Only inserted, and kept for a day.
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
    version: bigint('version', { mode: 'number' }).notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.step, t.startsAt] }),
    check('price_candles_step', sql`${t.step} in ('minute', 'hour', 'day')`),
    index('price_candles_age').on(t.step, t.startsAt).where(sql`${t.step} <> 'day'`),
  ],
);

/** The version up to which a market's points are in candles; no row if none are. No foreign key, as above. */
export const priceFolds = pgTable('price_folds', {
  marketId: text('market_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});
