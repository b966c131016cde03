import type { WireMarket } from '@tallystone/core/http-api';
import { Moment } from '../format/moment.tsx';

/** Enough of a hash to be told from another; the whole one is on hover. */
const SHOWN_OF_HASH = 12;

/** How and by when a market gets its result, one line; nothing for markets of the feed, whose games say so. */
export function MarketSettlement({ market }: { market: WireMarket }) {
  if (market.source === 'azuro') return null;
  if (market.source === 'practice') {
    return (
      <>
        Settles by a published draw 2 minutes after it closes
        {market.draw && (
          <>
            , committed as{' '}
            <span className="font-mono" title={market.draw.commitment}>
              {market.draw.commitment.slice(0, SHOWN_OF_HASH)}
            </span>
          </>
        )}
      </>
    );
  }
  return (
    <>
      Settles by <Moment iso={market.settlesBy} />
    </>
  );
}
