import { type Millionths, priceOf } from '@tallystone/core/markets/price-point';
import type { Book } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Records a market's new price, under the market's lock, as a statement or a part of one. Until the first record the
 * market has its opening price.
 *
 * @param version made by the change, or the last of several made together
 * @param at when the change was made
 * @param book after the change
 * @param onlyIf a condition under which it is recorded at all
 */
export function recordPrice(
  point: { marketId: string; version: number; at: Date; book: Book },
  onlyIf = sql`true`,
): SQL {
  const { marketId, version, at, book } = point;
  return sql`
    insert into price_points (market_id, version, at, price)
    select ${marketId}, ${version}::bigint, ${at.toISOString()}::timestamptz, ${priceText(priceOf(book))}::integer[]
    where ${onlyIf}`;
}

/** A price as text for the database. */
export function priceText(price: Millionths): string {
  return `{${price.map((millionths) => millionths ?? 'null').join(',')}}`;
}
