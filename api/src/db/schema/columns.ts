import { type Column, getTableColumns, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, numeric, text, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** A number or an id of the server's own. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
/** Micro-USDC, or micro-odds. */
export const micro = (name: string) => bigint(name, { mode: 'bigint' });
/** A number from the chain, up to 256 bits. It is stored as it is; amounts that are too large are refused later. */
export const ofChain = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
/** The epoch of the row's last change, higher after each one: see db/epochs.ts. 0: before the first epoch. */
export const epoch = () => whole('epoch').notNull().default(0);
/** The transaction that last wrote the row. Only servers of 0.1.0 read it, and triggers set it for them. */
export const changedIn = () => transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`);

/** The winners besides the first, for markets with several. */
export const alsoWon = () => text('also_won').array().notNull().default(sql`'{}'::text[]`);

/** The id of a row of another table. */
export const ref = (name: string, to: () => AnyPgColumn) => text(name).references(to);
export const refNumber = (name: string, to: () => AnyPgColumn) => whole(name).references(to);

/** The check that a column has one of its words. */
export const isOneOf = ({ table, name }: Column) => {
  // Columns inside of checks don't know their words.
  const column = Object.values(getTableColumns(table)).find((each) => each.name === name);
  if (column?.enumValues === undefined) throw new Error(`expected a column with words, got ${name}`);
  const words: readonly string[] = column.enumValues;
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
};

/** The columns that bets and live bets share. Their user stays with them: users.ts imports this file. */
export const betColumns = () => ({
  /** The order in which they were written. */
  seq: whole('seq').notNull().generatedAlwaysAsIdentity(),
  marketId: text('market_id').notNull(),
  outcomeId: text('outcome_id').notNull(),
  stake: micro('stake').notNull(),
  odds: micro('odds').notNull(),
  payout: micro('payout').notNull(),
  placedAt: moment('placed_at').notNull(),
  /** The values at the time of acceptance, so that it can be checked at any later time. */
  closesAt: moment('closes_at').notNull(),
  dailyStakeCap: micro('daily_stake_cap').notNull(),
  /** On a feed market: when the feed last confirmed its odds. */
  pricedAt: moment('priced_at'),
  /** The bettor's network, if the session knows it. */
  chain: text({ enum: ['Ethereum', 'BSC', 'Polygon', 'Solana'] }),
  /** The market's version that the acceptance made. A live bet's confirmation makes another one. */
  marketVersion: whole('market_version').notNull(),
  signedText: text('signed_text').notNull(),
  signature: bytes('signature').notNull(),
  /** SHA-256 of text and signature. */
  signedHash: bytes('signed_hash').notNull(),
  idempotencyKey: text('idempotency_key'),
  /** SHA-256 of the request's body: a key is refused if it is used again with another body. */
  bodyHash: bytes('body_hash').notNull(),
  /** The transaction that wrote it, for servers of 0.1.0. */
  placedIn: transactionId('placed_in').notNull().default(sql`pg_current_xact_id()`),
  epoch: epoch(),
});
