import type { Category } from '../http-api/markets.ts';
import { sortMarkets } from './sort-markets.ts';
import { timeStatus } from './time-status.ts';

/**
 * The markets on one tab of the market list: its category's markets that haven't ended, in listing order.
 *
 * @returns a new array
 * @see docs/design/fixed-values.md#markets
 */
export function listMarkets<T extends { category: Category; endsAt: Date | string }>(list: {
  markets: readonly T[];
  category: Category;
  now: Date;
}): T[] {
  const { markets, category, now } = list;
  const shown = markets.filter(
    (market) => market.category === category && timeStatus({ endsAt: market.endsAt, now }) !== 'ended',
  );
  return sortMarkets(shown, now);
}
