import { csvLine } from '@tallystone/core/csv/csv-line';
import { type TextKey, t } from '../texts/t-account.ts';

/**
 * Writes a table as CSV (RFC 4180): one line per row, in the given order; a missing value is an empty cell.
 *
 * @param columns the header and the cell of each column
 */
export function csvOf<Row>(
  columns: readonly [header: TextKey, cell: (row: Row) => string | number | undefined][],
): (rows: readonly Row[]) => string {
  return (rows) => {
    const header = columns.map(([name]) => t(name));
    const lines = rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '')));
    return [header, ...lines].map(csvLine).join('');
  };
}
