import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { markets } from './markets.ts';

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
