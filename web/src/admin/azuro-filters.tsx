import { useId } from 'react';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { type GameFilter, NO_FILTER } from './azuro-games.ts';
import { Labelled } from './labelled.tsx';

/** The "every sport" option; no sport has this name. */
const ALL = 'all-sports';

export interface AzuroFiltersProps {
  filter: GameFilter;
  onChange: (filter: GameFilter) => void;
  sports: readonly string[];
}

/** Filters for the list of games: sport, text and status. */
export function AzuroFilters({ filter, onChange, sports }: AzuroFiltersProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[12rem_minmax(0,1fr)_10rem_auto]">
      <Labelled id={`${id}-sport`} label={t('adminAzuro.sport')} className="col-span-2 sm:col-span-1">
        <Select
          id={`${id}-sport`}
          value={filter.sport ?? ALL}
          onValueChange={(sport) => onChange({ ...filter, sport: sport === ALL ? null : sport })}
          options={[
            { value: ALL, label: t('adminAzuro.all') },
            ...sports.map((sport) => ({ value: sport, label: sport })),
          ]}
        />
      </Labelled>
      <Labelled id={`${id}-search`} label={t('adminAzuro.searchGames')} className="col-span-2 sm:col-span-1">
        <input
          id={`${id}-search`}
          type="search"
          className="field"
          placeholder={t('adminAzuro.searchHint')}
          autoComplete="off"
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
      </Labelled>
      <Labelled id={`${id}-status`} label={t('adminAzuro.status')}>
        <Select
          id={`${id}-status`}
          value={filter.activeOnly ? 'active' : 'all'}
          onValueChange={(status) => onChange({ ...filter, activeOnly: status === 'active' })}
          options={[
            { value: 'all', label: t('adminAzuro.all') },
            { value: 'active', label: t('adminAzuro.activeOnly') },
          ]}
        />
      </Labelled>
      <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
        {t('adminAzuro.reset')}
      </Button>
    </div>
  );
}
