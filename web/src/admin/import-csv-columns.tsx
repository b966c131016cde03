import { cleanText } from '@tallystone/core/markets/clean-text';
import { MARKET_COLUMNS, type MarketColumn, REQUIRED_COLUMNS } from '@tallystone/core/markets/market-columns';
import { t } from '../texts/t-admin.ts';
import { Select } from '../ui/select.tsx';
import type { ChosenColumns } from './import-csv-judge.ts';
import { fieldLabel } from './new-market-field.tsx';

/** The "no column" option; column names get a prefix so they can't clash with it. */
const NO_COLUMN = 'none';
const COLUMN = 'column:';

export interface ImportCsvColumnsProps {
  header: readonly string[];
  columns: ChosenColumns;
  onChange: (columns: ChosenColumns) => void;
}

/** Chooses the file column for each market field. */
export function ImportCsvColumns({ header, columns, onChange }: ImportCsvColumnsProps) {
  const names = header
    .filter((name) => name.trim() !== '')
    .map((name) => ({ value: COLUMN + name, label: cleanText(name) || name }));
  const choose = (field: MarketColumn, value: string) => {
    const { [field]: _before, ...others } = columns;
    onChange(value === NO_COLUMN ? others : { ...others, [field]: value.slice(COLUMN.length) });
  };
  return (
    <fieldset>
      <legend className="mb-2 text-meta font-semibold">{t('adminCsv.columns')}</legend>
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-5">
        {MARKET_COLUMNS.map((field) => {
          const required = REQUIRED_COLUMNS.includes(field);
          const chosen = columns[field];
          return (
            <div key={field} className="min-w-0">
              <label htmlFor={`import-csv-${field}`} className="mb-1 block text-meta">
                {fieldLabel(field)}
                {!required && <span className="text-muted"> {t('adminFrame.optional')}</span>}
              </label>
              <Select
                id={`import-csv-${field}`}
                value={chosen === undefined ? NO_COLUMN : COLUMN + chosen}
                onValueChange={(value) => choose(field, value)}
                options={[{ value: NO_COLUMN, label: t('adminCsv.notInFile') }, ...names]}
                aria-invalid={(required && chosen === undefined) || undefined}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
