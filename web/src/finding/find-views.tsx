import { Link, useSearch } from 'wouter';
import { t } from '../texts/t.ts';
import { listHref } from './list-address.ts';
import { type ListView, VIEWS } from './list-query.ts';

const VIEW_TEXTS = {
  all: 'finding.viewAll',
  'closing-soon': 'finding.viewClosingSoon',
  'biggest-volume': 'finding.viewBiggestVolume',
} as const satisfies Record<ListView, string>;

/** What the list of each view is called. */
export const VIEW_LISTS = {
  all: 'finding.listOfAll',
  'closing-soon': 'finding.listOfClosingSoon',
  'biggest-volume': 'finding.listOfBiggestVolume',
} as const satisfies Record<ListView, string>;

export interface FindViewsProps {
  view: ListView | null;
  /** How many markets fit over all categories; null while unknown. */
  countInAll: number | null;
  /** Before the address changes. */
  onChoose: () => void;
}

/** Links to the lists over all categories; search, order and watchlist go along. */
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
