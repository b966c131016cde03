import { csvLine } from '@tallystone/core/csv/csv-line';
import { t } from '../texts/t-admin.ts';

interface RejectedWords {
  readonly row: number;
  readonly wrong: readonly { readonly column: string | null; readonly reason: string }[];
  readonly cells: readonly string[];
}

/** A CSV of the rejected rows, each with its row number and reason first, to be corrected and imported again. */
export function rejectsCsv({
  header,
  rejected,
}: {
  header: readonly string[];
  rejected: readonly RejectedWords[];
}): string {
  return [
    csvLine([t('adminCsv.row'), t('adminFrame.reason'), ...header]),
    ...rejected.map(({ row, wrong, cells }) => csvLine([String(row), reasonOf(wrong), ...cells])),
  ].join('');
}

/** Everything that is wrong with one row, with the file's column names. */
function reasonOf(wrong: RejectedWords['wrong']): string {
  return wrong.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join(' ');
}
