import type { Millionths } from '@tallystone/core/markets/price-point';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import type { Difference } from '../ledger/difference.ts';
import type { StoredMarket } from '../markets/stored-market.ts';
import type { KeptPrice, selectPrices } from './replay-store.ts';
import { MOST_SHOWN, type Moved, type Replayed } from './replayed-market.ts';

/** Compares a price that the charts keep with the market's price at that version. */
export function priceDifference(
  { id }: StoredMarket,
  { version, at, price }: KeptPrice,
  expected: { version: number; at: Date | null; price: Millionths } | null,
): Difference | null {
  const what = `the price of version ${version} of market ${id}`;
  const textOf = (each: Millionths, moment: Date | null) =>
    `${each.map((millionths) => millionths ?? 'none').join(', ')} millionths${moment === null ? '' : ` at ${moment.toISOString()}`}`;
  if (expected === null || expected.version !== version) {
    return { entryId: null, what, expected: 'none: nothing changed it then', found: textOf(price, at) };
  }
  const wanted = textOf(expected.price, expected.at);
  const found = textOf(price, expected.at === null ? null : at);
  return wanted === found ? null : { entryId: null, what, expected: wanted, found };
}

/**
 * Finds missing prices. Prices are folded a day later, the oldest first (fold-prices.ts). So every price after a kept one
 * must exist, and every price after the last one that is a day old. For markets from before prices were kept, prices were
 * added later, one a minute: such markets have the older fill rule, in books that follow no chain.
 *
 * @param since a day ago. Changes must be judged in the order of their versions
 */
export function lostPricesOf(
  { id, book }: StoredMarket,
  { since, isJoined }: { since: Date; isJoined: boolean },
) {
  const mayLack = book.rule === AS_SIGNED && !isJoined;
  const lost: Difference[] = [];
  /** Missing prices with no kept one before them: they may have been folded with an older price. */
  let doubtful: Difference[] = [];
  let firstKept = Number.POSITIVE_INFINITY;
  return {
    keep(version: number) {
      firstKept = Math.min(firstKept, version);
    },
    judge({ version, madeAt, isKept }: Pick<Moved, 'version' | 'madeAt' | 'isKept'>) {
      if (madeAt < since) doubtful = [];
      if (isKept || mayLack) return;
      const found = version > firstKept ? lost : doubtful;
      if (found === doubtful && madeAt < since) return;
      if (found.length === MOST_SHOWN) return;
      const what = `the price of version ${version} of market ${id}`;
      found.push({ entryId: null, what, expected: `one of ${madeAt.toISOString()}`, found: 'none' });
    },
    found: () => [...lost, ...doubtful],
  };
}

/** The odds, and their moment, before a bet or an end. The versions must come in rising order. */
export function priceBeforeOf(
  { outcomeIds }: StoredMarket,
  prices: Awaited<ReturnType<typeof selectPrices>>,
): Replayed['priceBefore'] {
  const none = outcomeIds.map(() => null);
  let next = 0;
  return (version, pricedAt) => {
    while ((prices[next]?.version ?? version) < version) next += 1;
    // A bet without the age of its odds counts as one at the oldest odds.
    return { odds: prices[next - 1]?.odds ?? none, pricedAt: pricedAt ?? new Date(0) };
  };
}
