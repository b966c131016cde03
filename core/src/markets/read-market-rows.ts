import { CSV_LIMITS } from '../csv/csv-text.ts';
import type { CsvRow } from '../csv/read-csv-rows.ts';
import type { CheckedMarket } from './check-new-market.ts';
import { type MatchedColumn, matchColumns } from './market-columns.ts';
import { type MarketRecord, type RowProblems, readMarketRow } from './read-market-row.ts';
import { titleKey } from './title-key.ts';

/**
 * What is wrong with a row. Rows have the numbers that a spreadsheet shows beside them: the header is row 1, an
 * empty line counts, a cell with line breaks does not make its row several, and a broken line is a row of its own.
 * Column null: the row as a whole.
 */
export interface RejectedCell {
  readonly row: number;
  /** As the file calls it. */
  readonly column: string | null;
  readonly reason: string;
}

const BROKEN =
  'It has quotation marks in the wrong place: put the whole cell in them, and write those inside of it twice.';

export interface GoodRow {
  readonly row: number;
  readonly market: CheckedMarket;
}

/**
 * Judges a CSV of markets row by row. Rows without any text are passed over.
 *
 * @param rows as `readCsvText` has them, with the header first
 * @param taken whether an open market has a title already, by `titleKey`
 * @returns one plain sentence when no row can be judged
 */
export function readMarketRows(
  csv: {
    rows: readonly CsvRow[];
    columns?: Readonly<Record<string, string>> | undefined;
  },
  { now, futures, taken }: { now: Date; futures: boolean; taken: (titleKey: string) => boolean },
): { kind: 'ok'; good: GoodRow[]; rejected: RejectedCell[] } | { kind: 'refused'; problem: string } {
  const [first, ...rows] = csv.rows;
  if (first === undefined) return { kind: 'refused', problem: 'The file is empty.' };
  if (first.isBroken)
    return { kind: 'refused', problem: 'The first row has quotation marks in the wrong place.' };
  const header = first.cells;
  const matched = matchColumns(header, csv.columns);
  if (matched.kind === 'refused') return matched;
  if (rows.length > CSV_LIMITS.rows) {
    const limit = CSV_LIMITS.rows.toLocaleString('en-US');
    return { kind: 'refused', problem: `The file has more than ${limit} rows below its header.` };
  }

  const good: GoodRow[] = [];
  const rejected: RejectedCell[] = [];
  const seen = new Map<string, number>();
  const titleProblems = (title: string): RowProblems => {
    const key = titleKey(title);
    const earlier = seen.get(key);
    if (earlier !== undefined) return { title: `Row ${earlier} has the same title.` };
    return taken(key) ? { title: 'An open market has this title already.' } : {};
  };
  for (const [index, { cells, isBroken }] of rows.entries()) {
    const row = index + 2;
    const reject = (reason: string, column: string | null = null) => rejected.push({ row, column, reason });
    if (isBroken) {
      reject(BROKEN);
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.length > header.length) {
      reject('It has more cells than the header.');
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
