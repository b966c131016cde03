import type { RejectedCell } from '@tallystone/core/markets/read-market-rows';

/** What is wrong, row by row in the order of the file. */
export function rejectedByRow(cells: readonly RejectedCell[]): Map<number, RejectedCell[]> {
  const byRow = new Map<number, RejectedCell[]>();
  for (const cell of cells) {
    const ofRow = byRow.get(cell.row);
    if (ofRow) ofRow.push(cell);
    else byRow.set(cell.row, [cell]);
  }
  return byRow;
}

/** All that is wrong with one row, with the names of the columns as the file has them. */
export function rowReason(cells: readonly RejectedCell[]): string {
  return cells.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join(' ');
}
