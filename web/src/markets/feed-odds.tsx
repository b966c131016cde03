import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';

/**
 * The source of a feed market's odds.
 *
 * @param margin percent; null leaves it out
 */
export function OddsFrom({ margin }: { margin: number | null }) {
  const feed = useQuery(configQuery).data?.feed;
  const source = feed === 'azuro' ? 'Azuro' : t(feed === 'demo-feed' ? 'card.demoFeed' : 'card.feed');
  if (margin === null) return t('card.oddsFrom', { source });
  return t('card.oddsFromWithMargin', { source, margin: margin.toFixed(1) });
}
