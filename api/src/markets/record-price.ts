import { type Millionths, priceOf } from '@tallystone/core/markets/price-point';
import type { Book } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Writes what the price of a market became, under the market's lock, as a statement or as a part of one. Before the
 * first of them a market stands as it was opened.
 *
 * @param version that the change made, or the last of several that were made together
 * @param at the clock of that moment
 * @param book as the change left it
 */
export function recordPrice(point: { marketId: string; version: number; at: Date; book: Book }): SQL {
  const { marketId, version, at, book } = point;
  return sql`
    insert into price_points (market_id, version, at, price)
    values (${marketId}, ${version}, ${at.toISOString()}::timestamptz, ${priceText(priceOf(book))}::integer[])`;
}

/** A price as the database reads it. */
export function priceText(price: Millionths): string {
  return `{${price.map((millionths) => millionths ?? 'null').join(',')}}`;
}
