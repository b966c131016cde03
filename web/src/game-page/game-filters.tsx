import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import { Search } from 'lucide-react';
import { SEARCH_FIELD_ID } from '../finding/search-field-id.ts';
import { SEARCH_LIMIT } from '../finding/search-words.ts';
import { groupName } from '../markets/group-name.ts';
import { t } from '../texts/t-game-page.ts';
import { Button } from '../ui/button.tsx';
import type { QuestionGroup } from './arrange-markets.ts';

export interface GameFiltersProps {
  groups: readonly QuestionGroup[];
  /** The chosen group; null for all. */
  group: MarketGroup | null;
  onGroup: (group: MarketGroup | null) => void;
  search: string;
  onSearch: (search: string) => void;
  /** How many questions are shown, in words. */
  counted: string;
}

/** The search over a game's markets, and a button for each group if there are two. */
export function GameFilters({ groups, group, onGroup, search, onSearch, counted }: GameFiltersProps) {
  const chip = (value: MarketGroup | null, name: string) => (
    <Button
      key={name}
      variant="secondary"
      size="small"
      aria-pressed={value === group}
      onClick={() => onGroup(value)}
    >
      {name}
    </Button>
  );
  return (
    <div className="game-filters">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers before 2024 don't support `search` */}
      <div role="search" className="find-search">
        <Search aria-hidden="true" className="size-5" />
        <input
          id={SEARCH_FIELD_ID}
          type="search"
          className="field"
          aria-label={t('gamePage.search')}
          aria-keyshortcuts="/"
          placeholder={t('gamePage.searchPlaceholder')}
          maxLength={SEARCH_LIMIT}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSearch('');
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {counted}
      </p>
      {groups.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be shown
        <div role="group" aria-label={t('gamePage.groups')} className="game-chips">
          {chip(null, t('gamePage.all'))}
          {groups.map((each) => chip(each.group, groupName(each.group)))}
        </div>
      )}
    </div>
  );
}
