import { CSV_LIMITS } from '../csv/csv-text.ts';
import type { CheckedMarket } from './check-new-market.ts';
import { type MatchedColumn, matchColumns } from './market-columns.ts';
import { type MarketRecord, type RowProblems, readMarketRow } from './read-market-row.ts';
import { titleKey } from './title-key.ts';

/** What is wrong with a row, as people count rows: the header is row 1. Column null: the row as a whole. */
export interface RejectedCell {
  readonly row: number;
  /** As the file calls it. */
  readonly column: string | null;
  readonly reason: string;
}

export interface GoodRow {
  readonly row: number;
  readonly market: CheckedMarket;
}

/**
 * Judges a parsed CSV of markets row by row. Rows without any text are passed over.
 *
 * @param table the cells, with the header first
 * @param broken places in the table of rows whose quotes do not close
 * @param taken whether an open market has a title already, by `titleKey`
 * @returns one plain sentence when no row can be judged
 */
export function readMarketRows(
  csv: {
    table: readonly (readonly string[])[];
    broken: ReadonlySet<number>;
    columns?: Readonly<Record<string, string>> | undefined;
  },
  { now, futures, taken }: { now: Date; futures: boolean; taken: (titleKey: string) => boolean },
): { kind: 'ok'; good: GoodRow[]; rejected: RejectedCell[] } | { kind: 'refused'; problem: string } {
  const [header, ...rows] = csv.table;
  if (header === undefined) return { kind: 'refused', problem: 'The file is empty.' };
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
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    const reject = (reason: string, column: string | null = null) => rejected.push({ row, column, reason });
    if (csv.broken.has(index + 1)) {
      reject('Its quotes do not match: write a quote inside of quotes twice.');
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
