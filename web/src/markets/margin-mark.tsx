import type { WireMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t.ts';
import { shownNumber } from './shown-number.ts';

/** What the odds of a market cost: the feed's margin, or none. Nothing while the feed's margin is unknown. */
export function MarginMark({ market }: { market: WireMarket }) {
  if (market.source !== 'azuro')
    return (
      <span className="margin-mark" data-none="">
        {t('card.noMargin')}
      </span>
    );
  const margin = shownNumber(market.margin);
  return (
    margin !== null && <span className="margin-mark">{t('card.margin', { margin: margin.toFixed(1) })}</span>
  );
}
