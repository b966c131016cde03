import { safeCell } from './safe-cell.ts';

/** One CSV row including its line break (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(safeCell).join(',')}\r\n`;
}
