import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, epoch, isOneOf, micro, moment, ref, refNumber, whole } from './columns.ts';
import { entries } from './ledger.ts';
import { markets, outcomes } from './markets.ts';
import { users } from './users.ts';

/** Combos as they were accepted. Only inserted. */
export const combos = pgTable(
  'combos',
  {
    id: text().primaryKey(),
    /** The order in which they were written. */
    seq: whole('seq').notNull().generatedAlwaysAsIdentity(),
    userId: ref('user_id', () => users.id).notNull(),
    stake: micro('stake').notNull(),
    /** The odds at which it was filled, and the lowest that the bettor signed. */
    odds: micro('odds').notNull(),
    signedOdds: micro('signed_odds').notNull(),
    /** Its full return, kept in the account of the combos until it ends. */
    payout: micro('payout').notNull(),
    placedAt: moment('placed_at').notNull(),
    /** The values at that time, so that it can be checked at any later time. */
    dailyStakeCap: micro('daily_stake_cap').notNull(),
    budget: micro('budget').notNull(),
    /** The bettor's network, if the session knows it. */
    chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the request's body: a key is refused if it is used again with another body. */
    bodyHash: bytes('body_hash').notNull(),
    entryId: refNumber('entry_id', () => entries.id).notNull(),
    epoch: epoch(),
  },
  (t) => [
    uniqueIndex('combos_entry').on(t.entryId),
    uniqueIndex('combos_key').on(t.userId, t.idempotencyKey),
    // Also finds a user's newest combos. Includes the stake, so that a day's total is read from the index alone.
    index('combos_day').on(t.userId, t.placedAt, t.stake),
    check('combos_stake', sql`${t.stake} > 0`),
    check('combos_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check('combos_odds', sql`${t.odds} between 1010000 and 1000000000 and ${t.signedOdds} <= ${t.odds}`),
  ],
);

/** The selections of a combo. Only the result of a leg changes, once, when its market has ended. */
export const comboLegs = pgTable(
  'combo_legs',
  {
    comboId: ref('combo_id', () => combos.id).notNull(),
    place: smallint().notNull(),
    marketId: ref('market_id', () => markets.id).notNull(),
    outcomeId: text('outcome_id').notNull(),
    odds: micro('odds').notNull(),
    /** When the feed last confirmed the odds, when betting was due to end, and the market's version, at that time. */
    pricedAt: moment('priced_at').notNull(),
    closesAt: moment('closes_at').notNull(),
    marketVersion: whole('market_version').notNull(),
    result: text({ enum: ['won', 'lost', 'void'] }),
  },
  (t) => [
    primaryKey({ columns: [t.comboId, t.place] }),
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    index('combo_legs_of_market').on(t.marketId),
    // Finds the open legs of a market, and what the house has added to the combos of an outcome.
    index('combo_legs_open').on(t.marketId, t.outcomeId).where(sql`${t.result} is null`),
    check('combo_legs_result', isOneOf(t.result)),
    check('combo_legs_place', sql`${t.place} between 0 and 11`),
  ],
);

/** The open combos, and what the house has added to them. A row goes when its combo ends. */
export const openCombos = pgTable(
  'open_combos',
  {
    comboId: ref('combo_id', () => combos.id).primaryKey(),
    userId: ref('user_id', () => users.id).notNull(),
    /** The return minus the stake. */
    housePart: micro('house_part').notNull(),
  },
  (t) => [index('open_combos_of_user').on(t.userId, t.housePart)],
);

/** How combos ended. Only inserted. A lost combo has a row, too. */
export const comboEndings = pgTable(
  'combo_endings',
  {
    comboId: ref('combo_id', () => combos.id).primaryKey(),
    userId: ref('user_id', () => users.id).notNull(),
    kind: text({ enum: ['payout', 'refund', 'cash-out', 'loss'] }).notNull(),
    amount: micro('amount').notNull(),
    entryId: refNumber('entry_id', () => entries.id).notNull(),
    endedAt: moment('ended_at').notNull(),
    epoch: epoch(),
  },
  (t) => [
    uniqueIndex('combo_endings_entry').on(t.entryId),
    index('combo_endings_epoch').on(t.epoch),
    check('combo_endings_kind', isOneOf(t.kind)),
    check('combo_endings_amount', sql`(${t.amount} > 0) = (${t.kind} <> 'loss') and ${t.amount} >= 0`),
  ],
);

/** The bettors' signatures for cash-outs of combos. Only inserted. */
export const comboCashOuts = pgTable('combo_cash_outs', {
  comboId: ref('combo_id', () => combos.id).primaryKey(),
  signedText: text('signed_text').notNull(),
  signature: bytes('signature').notNull(),
  /** SHA-256 of text and signature. */
  signedHash: bytes('signed_hash').notNull(),
  /** The version of each leg's market whose prices it was decided on, in the order of the legs. */
  marketVersions: whole('market_versions').array().notNull(),
});

/** For cash-outs of combos: the legs whose games were played, and the odds that counted for them. Only inserted. */
export const comboRunningPrices = pgTable(
  'combo_running_prices',
  {
    comboId: text('combo_id').notNull(),
    place: smallint().notNull(),
    /** The market in play on the leg's condition, and its version. */
    pricedMarketId: ref('priced_market_id', () => markets.id).notNull(),
    pricedVersion: whole('priced_version').notNull(),
    /** When the feed had last confirmed its odds. */
    pricedAt: moment('priced_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.comboId, t.place] }),
    foreignKey({
      name: 'combo_running_prices_leg',
      columns: [t.comboId, t.place],
      foreignColumns: [comboLegs.comboId, comboLegs.place],
    }),
  ],
);
