import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';
import { shownNumber } from './shown-number.ts';

/** The source of a feed market's odds and the feed's margin; nothing for other markets. */
export function FeedOdds({ market }: { market: WireMarket }) {
  return market.source === 'azuro' && <OddsFrom margin={shownNumber(market.margin)} />;
}

/** @param margin percent; null leaves it out */
export function OddsFrom({ margin }: { margin: number | null }) {
  const feed = useQuery(configQuery).data?.feed;
  const source = feed === 'azuro' ? 'Azuro' : t(feed === 'demo-feed' ? 'card.demoFeed' : 'card.feed');
  if (margin === null) return t('card.oddsFrom', { source });
  return t('card.oddsFromWithMargin', { source, margin: margin.toFixed(1) });
}
