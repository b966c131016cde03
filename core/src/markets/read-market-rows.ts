import { CSV_LIMITS } from '../csv/csv-text.ts';
import type { CsvRow } from '../csv/read-csv-rows.ts';
import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import type { CheckedMarket } from './check-new-market.ts';
import { type MatchedColumn, matchColumns } from './market-columns.ts';
import { type MarketRecord, type RowProblems, readMarketRow } from './read-market-row.ts';
import { titleKey } from './title-key.ts';

/**
 * A problem with a row. Rows have a spreadsheet's numbers: the header is row 1, empty lines count, a cell with line
 * breaks doesn't split its row, and a broken line is a row of its own. With a null column the problem is about the
 * whole row.
 */
export interface RejectedCell {
  readonly row: number;
  /** The column's name in the file. */
  readonly column: string | null;
  readonly reason: Message;
}

export interface GoodRow {
  readonly row: number;
  readonly market: CheckedMarket;
}

/**
 * Checks a market CSV row by row. Rows without text are ignored.
 *
 * @param rows as `readCsvText` returns them, header first
 * @param taken whether an open market already has a title, by `titleKey`
 * @returns a problem when no row can be checked
 */
export function readMarketRows(
  csv: {
    rows: readonly CsvRow[];
    columns?: Readonly<Record<string, string>> | undefined;
  },
  { now, futures, taken }: { now: Date; futures: boolean; taken: (titleKey: string) => boolean },
): { kind: 'ok'; good: GoodRow[]; rejected: RejectedCell[] } | { kind: 'refused'; problem: Message } {
  const [first, ...rows] = csv.rows;
  if (first === undefined) return { kind: 'refused', problem: sayOf(CSV, 'file-empty') };
  if (first.isBroken) return { kind: 'refused', problem: sayOf(CSV, 'header-broken') };
  const header = first.cells;
  const matched = matchColumns(header, csv.columns);
  if (matched.kind === 'refused') return matched;
  if (rows.length > CSV_LIMITS.rows) {
    return { kind: 'refused', problem: sayOf(CSV, 'too-many-rows', { rows: CSV_LIMITS.rows }) };
  }

  const good: GoodRow[] = [];
  const rejected: RejectedCell[] = [];
  const seen = new Map<string, number>();
  const titleProblems = (title: string): RowProblems => {
    const key = titleKey(title);
    const earlier = seen.get(key);
    if (earlier !== undefined) return { title: sayOf(CSV, 'same-title-in-file', { row: earlier }) };
    return taken(key) ? { title: sayOf(CSV, 'title-taken') } : {};
  };
  for (const [index, { cells, isBroken }] of rows.entries()) {
    const row = index + 2;
    const reject = (reason: Message, column: string | null = null) => rejected.push({ row, column, reason });
    if (isBroken) {
      reject(sayOf(CSV, 'row-broken'));
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.length > header.length) {
      reject(sayOf(CSV, 'too-many-cells'));
      continue;
    }
    const read = readMarketRow(recordOf(cells, matched.columns), { now, futures });
    const problems = read.kind === 'refused' ? read.problems : titleProblems(read.market.title);
    for (const { field, name } of matched.columns) {
      const problem = problems[field];
      if (problem !== undefined) reject(problem, name);
    }
    if (read.kind === 'refused' || problems.title !== undefined) continue;
    seen.set(titleKey(read.market.title), row);
    good.push({ row, market: read.market });
  }
  return { kind: 'ok', good, rejected };
}

function recordOf(cells: readonly string[], columns: readonly MatchedColumn[]): MarketRecord {
  return Object.fromEntries(columns.map(({ field, index }) => [field, cells[index] ?? '']));
}
