import { csvLine } from '@tallystone/core/csv/csv-line';
import type { RejectedRow } from './import-csv-judge.ts';

/** The rows that were left out, with the number and the reason of each in front: for putting them right. */
export function rejectsCsv({
  header,
  rejected,
}: {
  header: readonly string[];
  rejected: readonly Pick<RejectedRow, 'row' | 'reason' | 'cells'>[];
}): string {
  return [
    csvLine(['Row', 'Reason', ...header]),
    ...rejected.map(({ row, reason, cells }) => csvLine([String(row), reason, ...cells])),
  ].join('');
}
