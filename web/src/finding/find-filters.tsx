import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { Link, useSearch } from 'wouter';
import { t } from '../texts/t-list.ts';
import { Select } from '../ui/select.tsx';
import { useItemInView } from '../ui/use-item-in-view.ts';
import { filterValues } from './filter-values.ts';
import { type ListAddress, listHref } from './list-address.ts';
import { subcategoryName } from './subcategory-name.ts';

/** The select's value for all leagues. No league has this name. */
const ANY = '*';

export interface FindFiltersProps {
  address: Pick<ListAddress, 'subcategory' | 'league'>;
  /** The markets of the list before the filters. */
  unfiltered: readonly WireListedMarket[];
  /** Called before the address changes. */
  onChoose: () => void;
  onChange: (change: Partial<ListAddress>) => void;
}

/** Narrows a list by subcategory and by league, each only if there are two to choose from. */
export function FindFilters({ address, unfiltered, onChoose, onChange }: FindFiltersProps) {
  const { subcategory, league } = address;
  const before = new URLSearchParams(useSearch());
  const row = useItemInView(`${subcategory}`);
  const subcategories = filterValues(unfiltered, { field: 'subcategory', chosen: subcategory });
  const chosen = unfiltered.filter((market) => (subcategory ?? market.subcategory) === market.subcategory);
  const leagues = filterValues(chosen, { field: 'league', chosen: league });
  const link = (id: string | null, name: string, count: number) => (
    <Link
      key={id}
      href={listHref({ subcategory: id }, before)}
      className="btn btn-secondary btn-small"
      aria-current={id === subcategory ? 'true' : undefined}
      onClick={onChoose}
    >
      {name} <span className="tab-count">{count}</span>
    </Link>
  );
  return (
    <div className="find-filters">
      {subcategories.length > 1 && (
        <div ref={row} className="find-chips">
          <nav aria-label={t('filters.subcategories')} className="flex w-max gap-2">
            {link(null, t('filters.anySubcategory'), unfiltered.length)}
            {subcategories.map(({ id, count }) => link(id, labelOf(id), count))}
          </nav>
        </div>
      )}
      {leagues.length > 1 && (
        <Select
          className="find-league"
          aria-label={t('filters.league')}
          value={league ?? ANY}
          options={[
            { value: ANY, label: t('filters.anyLeague') },
            ...leagues.map(({ id, count }) => ({ value: id, label: `${id} (${count})` })),
          ]}
          onValueChange={(value) => {
            onChoose();
            onChange({ league: value === ANY ? null : value });
          }}
        />
      )}
    </div>
  );
}

/** Admins may leave the subcategory of a market open; then it is `all`. */
function labelOf(id: string): string {
  return id === 'all' ? t('filters.otherSubcategory') : (subcategoryName(id) ?? id);
}
