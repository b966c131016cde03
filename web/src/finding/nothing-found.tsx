import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import type { ListAddress } from './list-address.ts';
import type { ListView } from './list-query.ts';

/** Texts for an empty view without a search. */
const VIEW_HINTS = {
  all: 'finding.nothingInAll',
  'closing-soon': 'finding.nothingClosesSoon',
  'biggest-volume': 'finding.nothingHasVolume',
} as const satisfies Record<ListView, string>;

export interface NothingFoundProps {
  address: ListAddress;
  /** The current search; the address may not have it yet. */
  search: string;
  /** The chosen category's name in its tab. */
  categoryLabel: string;
  /** Number of matching open markets in all categories. */
  fittingInAll: number;
  watchlistIsEmpty: boolean;
  onChange: (change: Partial<ListAddress>) => void;
  onClearSearch: () => void;
}

/** Shown instead of the list if no market matches, with ways to change the search. */
export function NothingFound(props: NothingFoundProps) {
  const { address, search, categoryLabel, fittingInAll, watchlistIsEmpty, onChange, onClearSearch } = props;
  const searching = search.trim() !== '';
  const { view, watchedOnly } = address;
  return (
    <div className="notice-card">
      <h4 className="text-h3 break-words">
        {searching
          ? t('finding.nothingMatches', { search: search.trim() })
          : watchedOnly
            ? t(watchlistIsEmpty ? 'finding.watchlistEmpty' : 'finding.nothingWatched')
            : t('finding.nothingHere')}
      </h4>
      <p className="mt-2 max-w-[34rem] text-muted">
        {searching
          ? fittingInAll > 0
            ? t('finding.matchesElsewhere', { count: fittingInAll })
            : t('finding.searchHint')
          : watchedOnly
            ? t('finding.watchlistHint')
            : view === null
              ? t('finding.nothingInCategory', { category: categoryLabel })
              : t(VIEW_HINTS[view])}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {fittingInAll > 0 && view !== 'all' && (
          <Button onClick={() => onChange({ view: 'all' })}>
            {t('finding.showInAll', { count: fittingInAll })}
          </Button>
        )}
        {searching && (
          <Button variant="secondary" onClick={onClearSearch}>
            {t('finding.clearSearch')}
          </Button>
        )}
        {watchedOnly && (
          <Button variant="secondary" onClick={() => onChange({ watchedOnly: false })}>
            {t('finding.leaveWatchlist')}
          </Button>
        )}
        {!searching && !watchedOnly && view !== null && (
          <Button variant="secondary" onClick={() => onChange({ category: address.category })}>
            {t('finding.leaveView')}
          </Button>
        )}
      </div>
    </div>
  );
}
