import { Search, Star } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Select } from '../ui/select.tsx';
import type { ListAddress } from './list-address.ts';
import { type ListSort, SORTS } from './list-query.ts';
import { SEARCH_FIELD_ID } from './search-field-id.ts';
import { SEARCH_LIMIT } from './search-words.ts';
import type { ChangeList } from './use-list-address.ts';
import type { SearchField } from './use-search-field.ts';

const SORT_TEXTS = {
  default: 'finding.sortDefault',
  closing: 'finding.viewClosingSoon',
  trending: 'finding.trending',
  moves: 'finding.biggestMovers',
  volume: 'finding.viewBiggestVolume',
  name: 'finding.sortName',
} as const satisfies Record<ListSort, string>;

export interface FindBarProps {
  field: SearchField;
  address: ListAddress;
  onChange: ChangeList;
  /** Number of markets on the watchlist. */
  watchedCount: number;
  /** Whether the list's filters are shown; null if there is nothing to choose. */
  filtersShown: boolean | null;
  onToggleFilters: () => void;
  /** More controls at the end of the row. */
  children?: ReactNode;
}

/** The row that searches, sorts and filters a list by the watchlist. */
export function FindBar(props: FindBarProps) {
  const { field, address, onChange, watchedCount, filtersShown, onToggleFilters, children } = props;
  const cutId = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    field.clear();
    input.current?.focus();
  };
  return (
    <div className="find-bar">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers before 2024 don't support `search` */}
      <div role="search" className="find-search">
        <Search aria-hidden="true" className="size-5" />
        <input
          ref={input}
          id={SEARCH_FIELD_ID}
          type="search"
          className="field"
          aria-label={t('finding.search')}
          aria-keyshortcuts="/"
          aria-describedby={field.wasCut ? cutId : undefined}
          placeholder={t('finding.searchPlaceholder')}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={field.text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onBlur={field.leave}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') field.leave();
            if (event.key !== 'Escape' || field.text === '') return;
            event.preventDefault();
            clear();
          }}
        />
        {field.text === '' ? (
          <span aria-hidden="true" className="find-key">
            /
          </span>
        ) : (
          <CloseButton label={t('finding.clearSearch')} className="find-clear" onClick={clear} />
        )}
      </div>
      <Select<ListSort>
        className="find-sort"
        aria-label={t('finding.order')}
        value={address.sort}
        options={SORTS.map((value) => ({ value, label: t(SORT_TEXTS[value]) }))}
        onValueChange={(sort) => onChange({ sort })}
      />
      <Button
        variant="secondary"
        aria-pressed={address.watchedOnly}
        className="find-watchlist"
        onClick={() => onChange({ watchedOnly: !address.watchedOnly })}
      >
        <Star aria-hidden="true" className="size-4" fill={address.watchedOnly ? 'currentColor' : 'none'} />
        <span className="max-sm:sr-only">{t('finding.watchlist')}</span>
        <span className="tab-count">{watchedCount}</span>
      </Button>
      {filtersShown !== null && (
        <Button
          variant="secondary"
          aria-expanded={filtersShown}
          className="find-toggle"
          onClick={onToggleFilters}
        >
          {t('finding.filters')}
        </Button>
      )}
      {children}
      {/* Always rendered, so screen readers announce its text when it appears. */}
      <p id={cutId} aria-live="polite" className="find-cut">
        {field.wasCut && t('finding.searchCut', { limit: SEARCH_LIMIT })}
      </p>
    </div>
  );
}
