import { t } from '../texts/t-list.ts';
import { Button } from '../ui/button.tsx';
import type { ListAddress } from './list-address.ts';
import { isFiltered, type ListView } from './list-query.ts';

/** Texts for an empty view without a search. */
const VIEW_HINTS = {
  all: 'listNotes.nothingInAll',
  'closing-soon': 'listNotes.nothingClosesSoon',
  trending: 'listNotes.nothingTrends',
  'biggest-movers': 'listNotes.nothingMoves',
  'biggest-volume': 'listNotes.nothingHasVolume',
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
  const filtered = isFiltered(address);
  return (
    <div className="notice-card">
      <h4 className="text-h3">
        {searching
          ? t('listNotes.nothingMatches', { search: search.trim() })
          : watchedOnly
            ? t(watchlistIsEmpty ? 'listNotes.watchlistEmpty' : 'listNotes.nothingWatched')
            : t('finding.nothingHere')}
      </h4>
      <p className="mt-2 max-w-[34rem] text-muted">
        {searching
          ? fittingInAll > 0
            ? t('listNotes.matchesElsewhere', { count: fittingInAll })
            : t('listNotes.searchHint')
          : watchedOnly
            ? t('listNotes.watchlistHint')
            : filtered
              ? t('listNotes.nothingFits')
              : view === null
                ? t('listNotes.nothingInCategory', { category: categoryLabel })
                : t(VIEW_HINTS[view])}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {fittingInAll > 0 && view !== 'all' && (
          <Button onClick={() => onChange({ view: 'all' })}>
            {t('listNotes.showInAll', { count: fittingInAll })}
          </Button>
        )}
        {searching && (
          <Button variant="secondary" onClick={onClearSearch}>
            {t('finding.clearSearch')}
          </Button>
        )}
        {filtered && (
          <Button variant="secondary" onClick={() => onChange({ subcategory: null, league: null })}>
            {t('filters.clear')}
          </Button>
        )}
        {watchedOnly && (
          <Button variant="secondary" onClick={() => onChange({ watchedOnly: false })}>
            {t('listNotes.leaveWatchlist')}
          </Button>
        )}
        {!searching && !watchedOnly && !filtered && view !== null && (
          <Button variant="secondary" onClick={() => onChange({ category: address.category })}>
            {t('listNotes.leaveView')}
          </Button>
        )}
      </div>
    </div>
  );
}
