import { t } from '../texts/t.ts';
import type { FoundMarkets } from './find-markets.ts';
import type { ListQuery } from './list-query.ts';

/** The number of listed markets, with the total if a search or the watchlist hides some, and what the view contains. */
export function countSentence({ shown, held }: FoundMarkets, query: ListQuery): string {
  const count = shown.length;
  const { view, category, words, watchedOnly } = query;
  const all = [...held.values()].reduce((sum, each) => sum + each, 0);
  const total = view === null ? (held.get(category) ?? 0) : all;
  const isNarrowed = words.length > 0 || watchedOnly;
  const counted =
    isNarrowed && (view === null || view === 'all')
      ? t('finding.found', { count, total })
      : t('markets.count', { count });
  if (view === 'closing-soon') return `${counted}. ${t('finding.closingSoonIs')}`;
  if (view === 'biggest-volume') return `${counted}. ${t('finding.biggestVolumeIs')}`;
  return counted;
}
