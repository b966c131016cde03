import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bets } from './bets.ts';
import { betColumns, bytes, epoch, isOneOf, micro, moment, ref, refNumber, whole } from './columns.ts';
import { comboLegs, combos } from './combos.ts';
import { entries } from './ledger.ts';
import { markets, outcomes } from './markets.ts';
import { users } from './users.ts';

/** Those of every bet, without what only servers of 0.1.0 read. */
function columns() {
  const { placedIn: _, ...shared } = betColumns();
  return shared;
}

/** Bets on running games as they were sent. The bet that may come of one has its id. Only inserted. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    // `placed_at` is when it was sent, `odds` the lowest that the bettor signed, and `payout` its return at these.
    ...columns(),
    userId: ref('user_id', () => users.id).notNull(),
    pricedAt: moment('priced_at').notNull(),
    /** When its delay ends. */
    decideAt: moment('decide_at').notNull(),
    quoteId: text('quote_id'),
    entryId: refNumber('entry_id', () => entries.id).notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    uniqueIndex('orders_entry').on(t.entryId),
    uniqueIndex('orders_one_of_quote').on(sql`hashtextextended(${t.quoteId}, 0)`),
    uniqueIndex('orders_one_of_key').on(sql`hashtextextended(${t.userId} || ' ' || ${t.idempotencyKey}, 0)`),
    // Finds a user's newest orders.
    index('orders_of_user').on(t.userId, t.placedAt),
    index('orders_of_market').on(t.marketId),
    check('orders_stake', sql`${t.stake} > 0`),
    check('orders_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check('orders_delay', sql`${t.decideAt} >= ${t.placedAt} + interval '5 seconds'`),
    check('orders_in_time', sql`${t.placedAt} < ${t.closesAt}`),
  ],
);

/** The orders that wait. A row goes when its order ends. */
export const openOrders = pgTable(
  'open_orders',
  {
    orderId: ref('order_id', () => orders.id).primaryKey(),
    marketId: ref('market_id', () => markets.id).notNull(),
    userId: ref('user_id', () => users.id).notNull(),
    stake: micro('stake').notNull(),
    decideAt: moment('decide_at').notNull(),
  },
  (t) => [
    index('open_orders_of_market').on(t.marketId, t.decideAt),
    index('open_orders_of_user').on(t.userId),
  ],
);

/** How orders ended. Only inserted. */
export const orderEnds = pgTable(
  'order_ends',
  {
    orderId: ref('order_id', () => orders.id).primaryKey(),
    userId: ref('user_id', () => users.id).notNull(),
    /** `filled`: there is a bet with its id. */
    kind: text({ enum: ['filled', 'failed'] }).notNull(),
    /** Why it failed: a reason of core/betting/refusal.ts, and the code and facts of its sentence. */
    code: text(),
    reason: jsonb(),
    /** Gives the stake back. */
    entryId: refNumber('entry_id', () => entries.id).notNull(),
    endedAt: moment('ended_at').notNull(),
    epoch: epoch(),
  },
  (t) => [
    uniqueIndex('order_ends_entry').on(t.entryId),
    index('order_ends_epoch').on(t.epoch),
    check('order_ends_kind', isOneOf(t.kind)),
    check(
      'order_ends_code',
      sql`(${t.kind} = 'failed') = (${t.code} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/**
 * Cash-outs of bets and combos that were sent and wait: for the delay of running games, or until their bet is worth their amount.
 * Only inserted.
 */
export const cashOutOrders = pgTable(
  'cash_out_orders',
  {
    id: text().primaryKey(),
    /** What is sold: a bet, or a combo. */
    betId: ref('bet_id', () => bets.id),
    comboId: ref('combo_id', () => combos.id),
    userId: ref('user_id', () => users.id).notNull(),
    /** What the bettor signed, micro-USDC. */
    amount: micro('amount').notNull(),
    /** Of a part: its stake, and the open stake that the bettor signed. Null if it is about all that is open. */
    stake: micro('stake'),
    openStake: micro('open_stake'),
    signedText: text('signed_text').notNull(),
    signature: bytes('signature').notNull(),
    /** SHA-256 of text and signature. */
    signedHash: bytes('signed_hash').notNull(),
    placedAt: moment('placed_at').notNull(),
    /** When its delay ends. Null: it is automatic and waits for its amount. */
    decideAt: moment('decide_at'),
    epoch: epoch(),
  },
  (t) => [
    index('cash_out_orders_of_bet').on(t.betId, t.placedAt),
    index('cash_out_orders_of_combo').on(t.comboId, t.placedAt).where(sql`${t.comboId} is not null`),
    index('cash_out_orders_of_user').on(t.userId),
    index('cash_out_orders_epoch').on(t.epoch),
    check('cash_out_orders_amount', sql`${t.amount} > 0`),
    check(
      'cash_out_orders_of_one',
      sql`case when ${t.comboId} is null then ${t.betId} is not null
        else ${t.betId} is null and ${t.stake} is null and ${t.decideAt} is not null end`,
    ),
    check(
      'cash_out_orders_part',
      sql`case when ${t.stake} is null then ${t.openStake} is null
        else ${t.stake} > 0 and ${t.stake} < ${t.openStake} and ${t.decideAt} is not null end`,
    ),
    check('cash_out_orders_delay', sql`${t.decideAt} >= ${t.placedAt} + interval '5 seconds'`),
  ],
);

/** The cash-outs that wait for the delay of a running game, one of a bet. A row goes when it is decided. */
export const openCashOutOrders = pgTable(
  'open_cash_out_orders',
  {
    betId: ref('bet_id', () => bets.id).primaryKey(),
    orderId: ref('order_id', () => cashOutOrders.id).notNull(),
    /** The market in play whose odds decide it. */
    pricedMarketId: ref('priced_market_id', () => markets.id).notNull(),
    decideAt: moment('decide_at').notNull(),
  },
  (t) => [
    uniqueIndex('open_cash_out_orders_order').on(t.orderId),
    index('open_cash_out_orders_of_market').on(t.pricedMarketId, t.decideAt),
  ],
);

/** The same of combos: one row for each leg whose game is played, all of one cash-out. They go when it is decided. */
export const openComboCashOuts = pgTable(
  'open_combo_cash_outs',
  {
    comboId: text('combo_id').notNull(),
    place: smallint().notNull(),
    orderId: ref('order_id', () => cashOutOrders.id).notNull(),
    /** The market in play whose odds decide it. */
    pricedMarketId: ref('priced_market_id', () => markets.id).notNull(),
    decideAt: moment('decide_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.comboId, t.place] }),
    foreignKey({
      name: 'open_combo_cash_outs_leg',
      columns: [t.comboId, t.place],
      foreignColumns: [comboLegs.comboId, comboLegs.place],
    }),
    index('open_combo_cash_outs_order').on(t.orderId),
    index('open_combo_cash_outs_of_market').on(t.pricedMarketId, t.decideAt),
  ],
);

/** The automatic cash-outs that have not ended, one of a bet. A row goes when it ends. */
export const openAutomaticCashOuts = pgTable(
  'open_automatic_cash_outs',
  {
    betId: ref('bet_id', () => bets.id).primaryKey(),
    orderId: ref('order_id', () => cashOutOrders.id).notNull(),
    /** The bet's. */
    marketId: ref('market_id', () => markets.id).notNull(),
    outcomeId: text('outcome_id').notNull(),
    /** The least probability of its outcome at which the bet can be worth the amount, in millionths. */
    price: integer('price').notNull(),
    /** While its game is played: when the bet was last worth the amount, while it waits for the delay. */
    reachedAt: moment('reached_at'),
    /** After a delay that paid nothing: no other begins before, so its bettor can change it. */
    restsUntil: moment('rests_until'),
    epoch: epoch(),
  },
  (t) => [
    uniqueIndex('open_automatic_cash_outs_order').on(t.orderId),
    // Finds those that a price has reached.
    index('open_automatic_cash_outs_price').on(t.marketId, t.outcomeId, t.price),
    index('open_automatic_cash_outs_epoch').on(t.epoch),
    check('open_automatic_cash_outs_chance', sql`${t.price} >= 0 and ${t.price} <= 1000000`),
  ],
);

/** How they ended. Only inserted. */
export const cashOutOrderEnds = pgTable(
  'cash_out_order_ends',
  {
    orderId: ref('order_id', () => cashOutOrders.id).primaryKey(),
    userId: ref('user_id', () => users.id).notNull(),
    /** `filled`: the bet or combo was cashed out for at least the signed amount. `cancelled`: by its bettor. */
    kind: text({ enum: ['filled', 'failed', 'cancelled'] }).notNull(),
    /** Why it failed, and the code and facts of its sentence. */
    code: text(),
    reason: jsonb(),
    /** Of an automatic one that was filled while its game was played: when its bet was worth the amount, before the delay. */
    reachedAt: moment('reached_at'),
    endedAt: moment('ended_at').notNull(),
    epoch: epoch(),
  },
  (t) => [
    index('cash_out_order_ends_epoch').on(t.epoch),
    check('cash_out_order_ends_kind', isOneOf(t.kind)),
    check(
      'cash_out_order_ends_code',
      sql`(${t.kind} = 'failed') = (${t.code} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/** Every time when the betting on a market in play was suspended. Only inserted. */
export const marketHalts = pgTable(
  'market_halts',
  {
    marketId: ref('market_id', () => markets.id).notNull(),
    /** The market's version that it made. */
    version: whole('version').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.marketId, t.version] }), index('market_halts_at').on(t.marketId, t.at)],
);
