import { Link, useSearch } from 'wouter';
import { t } from '../texts/t.ts';
import { listHref } from './list-address.ts';
import { type ListView, VIEWS } from './list-query.ts';

export const VIEW_TEXTS = {
  all: 'finding.viewAll',
  'closing-soon': 'finding.viewClosingSoon',
  trending: 'finding.trending',
  'biggest-movers': 'finding.biggestMovers',
  'biggest-volume': 'finding.viewBiggestVolume',
} as const satisfies Record<ListView, string>;

export interface FindViewsProps {
  view: ListView | null;
  /** Number of matching markets in all categories; null while unknown. */
  countInAll: number | null;
  /** Called before the address changes. */
  onChoose: () => void;
}

/** Links to the lists over all categories; they keep the search, order and watchlist. */
export function FindViews({ view, countInAll, onChoose }: FindViewsProps) {
  const before = new URLSearchParams(useSearch());
  return (
    <nav aria-label={t('finding.views')} className="find-views">
      {VIEWS.map((each) => (
        <Link
          key={each}
          href={listHref({ view: each }, before)}
          className="tabs-trigger"
          aria-current={each === view ? 'true' : undefined}
          onClick={onChoose}
        >
          {t(VIEW_TEXTS[each])}
          {each === 'all' && <span className="tab-count">{countInAll ?? '·'}</span>}
        </Link>
      ))}
    </nav>
  );
}
