/** What is wrong, row by row in the order of the file. */
export function rejectedByRow<Cell extends { readonly row: number }>(
  cells: readonly Cell[],
): Map<number, Cell[]> {
  const byRow = new Map<number, Cell[]>();
  for (const cell of cells) {
    const ofRow = byRow.get(cell.row);
    if (ofRow) ofRow.push(cell);
    else byRow.set(cell.row, [cell]);
  }
  return byRow;
}
