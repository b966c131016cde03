import type { WireMarket } from '@tallystone/core/http-api/markets';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';

/** How many characters of a hash are shown, enough to tell two apart; hovering shows all. */
const SHOWN_OF_HASH = 12;

/** One line about how and by when a market gets its result; nothing for feed markets, which follow their games. */
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
