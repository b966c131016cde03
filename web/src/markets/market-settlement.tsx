import type { WireMarket } from '@tallystone/core/http-api/markets';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';

/** Enough of a hash to be told from another; the whole one is on hover. */
const SHOWN_OF_HASH = 12;

/** How and by when a market gets its result, one line; nothing for markets of the feed, whose games say so. */
export function MarketSettlement({ market }: { market: WireMarket }) {
  if (market.source === 'azuro') return null;
  if (market.source !== 'practice') {
    return (
      <TextWith text={t('card.settlesBy')} parts={{ moment: () => <Moment iso={market.settlesBy} /> }} />
    );
  }
  if (!market.draw) return t('card.practiceDraw');
  const { commitment } = market.draw;
  return (
    <TextWith
      text={t('card.practiceDrawCommitted')}
      parts={{
        commitment: () => (
          <span className="font-mono" title={commitment}>
            {commitment.slice(0, SHOWN_OF_HASH)}
          </span>
        ),
      }}
    />
  );
}
