import { csvLine } from '@tallystone/core/csv/csv-line';
import { t } from '../texts/t-admin.ts';

interface RejectedWords {
  readonly row: number;
  readonly wrong: readonly { readonly column: string | null; readonly reason: string }[];
  readonly cells: readonly string[];
}

/** The rows that were left out, with the number and the reason of each in front: for putting them right. */
export function rejectsCsv({
  header,
  rejected,
}: {
  header: readonly string[];
  rejected: readonly RejectedWords[];
}): string {
  return [
    csvLine([t('adminCsv.row'), t('adminCsv.reason'), ...header]),
    ...rejected.map(({ row, wrong, cells }) => csvLine([String(row), reasonOf(wrong), ...cells])),
  ].join('');
}

/** All that is wrong with one row, with the names of the columns as the file has them. */
function reasonOf(wrong: RejectedWords['wrong']): string {
  return wrong.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join(' ');
}
