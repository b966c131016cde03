import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../format/shown-number.ts';
import { t } from '../texts/t.ts';

/** What the odds of a market cost: the feed's margin, or none. Nothing while the feed's margin is unknown. */
export function MarginMark({ market }: { market: WireListedMarket }) {
  const words = marginWords(market);
  if (words === null) return null;
  return (
    <span className="margin-mark" data-none={market.source === 'azuro' ? undefined : ''}>
      {words}
    </span>
  );
}

/** The margin in words; null while the feed's is unknown. */
export function marginWords({ source, margin }: WireListedMarket): string | null {
  if (source !== 'azuro') return t('card.noMargin');
  const known = shownNumber(margin);
  return known === null ? null : t('card.margin', { margin: known.toFixed(1) });
}
