import { csvLine } from '@tallystone/core/csv/csv-line';
import { type TextKey, t } from '../texts/t-account.ts';

/** The header and the cell of each column. */
export type CsvColumns<Row> = readonly [header: TextKey, cell: (row: Row) => string | number | undefined][];

/** A table as CSV (RFC 4180); a missing value is an empty cell. */
export function tableCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const header = columns.map(([name]) => t(name));
  const lines = rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '')));
  return [header, ...lines].map(csvLine).join('');
}
