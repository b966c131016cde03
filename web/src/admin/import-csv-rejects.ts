import { csvLine } from '@tallystone/core/csv/csv-line';
import { said } from '../texts/said.ts';
import { t } from '../texts/t-admin.ts';
import type { RejectedRow } from './import-csv-judge.ts';

/** The rows that were left out, with the number and the reason of each in front: for putting them right. */
export function rejectsCsv({
  header,
  rejected,
}: {
  header: readonly string[];
  rejected: readonly Pick<RejectedRow, 'row' | 'wrong' | 'cells'>[];
}): string {
  return [
    csvLine([t('adminCsv.row'), t('adminCsv.reason'), ...header]),
    ...rejected.map(({ row, wrong, cells }) => csvLine([String(row), reasonOf(wrong), ...cells])),
  ].join('');
}

/** All that is wrong with one row, with the names of the columns as the file has them. */
function reasonOf(wrong: RejectedRow['wrong']): string {
  return wrong
    .map(({ column, reason }) => (column === null ? said(reason) : `${column}: ${said(reason)}`))
    .join(' ');
}
