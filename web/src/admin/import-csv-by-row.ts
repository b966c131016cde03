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
