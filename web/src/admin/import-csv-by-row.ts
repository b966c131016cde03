/** Rejected cells grouped by row, in file order. */
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
