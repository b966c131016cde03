import { useState } from 'react';
import type { PriceProtection } from '../betting/price-protection.ts';
import { shownNumber } from '../format/shown-number.ts';
import {
  type ComboPrice,
  followPrice,
  isOffer,
  isTooHigh,
  leastComboOdds,
  productOf,
} from './combo-price.ts';
import type { HeardQuote } from './use-combo-quote.ts';
import type { SlipRow } from './use-slip-rows.ts';

/**
 * The odds of a combo. Odds that move within the price protection are shown at once; below it those on the screen stay
 * until the bettor accepts the new ones.
 *
 * @param heard the server's odds for these selections; null while unknown. They may be newer than the page's
 * @param locked the combo is being placed, so nothing may change its odds
 * @param impossible the selections make no combo, whatever the product of their odds
 */
export function useComboPrice(
  rows: readonly SlipRow[],
  {
    protection,
    locked,
    heard,
    impossible,
  }: { protection: PriceProtection; locked: boolean; heard: HeardQuote | null; impossible: boolean },
) {
  const [price, setPrice] = useState<ComboPrice | null>(null);

  const legs = rows.map(({ outcome }) => shownNumber(outcome?.odds));
  const priced = legs.filter((odds) => odds !== null);
  // The server's odds count until a market moves on the page.
  const odds = heard !== null && heard.versions === versionsOf(rows) ? heard.odds : productOf(legs);
  const now =
    impossible || heard?.odds === null || odds === null || priced.length < legs.length || isTooHigh(odds)
      ? null
      : {
          key: keyOf(rows, protection),
          odds,
          least: leastComboOdds(protection, { odds, legs: priced }),
        };

  const next = now === null || locked ? price : followPrice(price, now);
  if (next !== price) setPrice(next);
  const isOffered = !locked && now !== null && next !== null && isOffer(next, now);
  return {
    /** Null while the selections have no odds together. */
    price: now === null && !locked ? null : next,
    /** Odds below what the bettor accepts; null for none. */
    offered: isOffered ? now.odds : null,
    takeOffer: () => setPrice(now),
  };
}

/** Names the state of the markets on the page. */
export const versionsOf = (rows: readonly SlipRow[]): string =>
  rows.map(({ market }) => market?.version ?? 0).join();

function keyOf(rows: readonly SlipRow[], protection: PriceProtection): string {
  const percent = protection.kind === 'own' ? protection.percent : '';
  return [...rows.map(({ selection }) => selection.outcomeId), protection.kind, percent].join();
}
