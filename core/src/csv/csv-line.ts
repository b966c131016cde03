import { safeCell } from './safe-cell.ts';

/** One row of a CSV, with its end (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(safeCell).join(',')}\r\n`;
}
