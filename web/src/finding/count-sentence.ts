import { t } from '../texts/t.ts';
import type { FoundMarkets } from './find-markets.ts';
import { isNarrowed, type ListQuery, type ListView } from './list-query.ts';

/** What a view contains, after the number of its markets. */
const VIEW_CONTENTS = {
  'closing-soon': 'finding.closingSoonIs',
  trending: 'finding.trendingIs',
  'biggest-movers': 'finding.biggestMoversIs',
  'biggest-volume': 'finding.biggestVolumeIs',
} as const satisfies Record<Exclude<ListView, 'all'>, string>;

/** The number of listed markets, with the total if a search, a filter or the watchlist hides some, and what the view contains. */
export function countSentence({ shown, held }: FoundMarkets, query: ListQuery): string {
  const count = shown.length;
  const { view, category } = query;
  const all = [...held.values()].reduce((sum, each) => sum + each, 0);
  const total = view === null ? (held.get(category) ?? 0) : all;
  const counted =
    isNarrowed(query) && (view === null || view === 'all')
      ? t('finding.found', { count, total })
      : t('markets.count', { count });
  return view === null || view === 'all' ? counted : `${counted}. ${t(VIEW_CONTENTS[view])}`;
}
