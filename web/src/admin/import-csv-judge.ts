import { CSV_FORMAT, readCsvText } from '@tallystone/core/csv/csv-text';
import { MARKET_COLUMNS, type MarketColumn } from '@tallystone/core/markets/market-columns';
import { readMarketRows } from '@tallystone/core/markets/read-market-rows';
import Papa from 'papaparse';
import { rejectedByRow, rowReason } from './import-csv-by-row.ts';

/** Field of a market to the name of its column in the file. */
export type ChosenColumns = Partial<Record<MarketColumn, string>>;

export const PREVIEW_ROWS = 20;

export type CsvRequest =
  | { kind: 'parse'; text: string }
  | { kind: 'judge'; columns: ChosenColumns; now: number; futures: boolean; taken: readonly string[] }
  | { kind: 'cells'; rows: readonly number[] };

export interface PreviewRow {
  /** As people count them: the header is row 1. */
  row: number;
  cells: readonly string[];
  /** What is wrong, by the name of the column; `''` when it is the row as a whole. */
  problems: Readonly<Record<string, string>>;
}

export interface RejectedRow extends PreviewRow {
  reason: string;
}

export type CsvAnswer =
  | { kind: 'refused'; problem: string }
  /** The columns of the file, and those that have the names of fields. */
  | { kind: 'parsed'; header: readonly string[]; columns: ChosenColumns }
  | { kind: 'judged'; good: number; preview: readonly PreviewRow[]; rejected: readonly RejectedRow[] }
  /** Of the rows that were asked for, in their order. */
  | { kind: 'cells'; cells: readonly (readonly string[])[] };

/** Reads one CSV and judges it as often as columns are chosen anew. Made to run beside the page, in a worker. */
export function createCsvJudge(): (request: CsvRequest) => CsvAnswer {
  let table: string[][] = [];
  let broken: ReadonlySet<number> = new Set();

  function parse(raw: string): CsvAnswer {
    const read = readCsvText(raw);
    if (read.kind === 'refused') return read;
    const parsed = Papa.parse<string[]>(read.text, CSV_FORMAT);
    table = parsed.data;
    broken = new Set(
      parsed.errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : [])),
    );
    const header = table[0] ?? [];
    return { kind: 'parsed', header, columns: guessColumns(header) };
  }

  function judge({ columns, now, futures, taken }: Extract<CsvRequest, { kind: 'judge' }>): CsvAnswer {
    const known = new Set(taken);
    const judged = readMarketRows(
      { table, broken, columns },
      { now: new Date(now), futures, taken: (key) => known.has(key) },
    );
    if (judged.kind === 'refused') return judged;
    const byRow = rejectedByRow(judged.rejected);
    const rowOf = (row: number): PreviewRow => ({
      row,
      cells: table[row - 1] ?? [],
      problems: Object.fromEntries((byRow.get(row) ?? []).map((cell) => [cell.column ?? '', cell.reason])),
    });
    const goodRows = judged.good.map(({ row }) => row);
    return {
      kind: 'judged',
      good: goodRows.length,
      preview: [...goodRows, ...byRow.keys()]
        .sort((a, b) => a - b)
        .slice(0, PREVIEW_ROWS)
        .map(rowOf),
      rejected: [...byRow].map(([row, cells]) => ({ ...rowOf(row), reason: rowReason(cells) })),
    };
  }

  return (request) => {
    switch (request.kind) {
      case 'parse':
        return parse(request.text);
      case 'judge':
        return judge(request);
      case 'cells':
        return { kind: 'cells', cells: request.rows.map((row) => table[row - 1] ?? []) };
    }
  };
}

function guessColumns(header: readonly string[]): ChosenColumns {
  const found = MARKET_COLUMNS.flatMap((field) => {
    const name = header.find((text) => text.trim().toLowerCase() === field.toLowerCase());
    return name === undefined ? [] : [[field, name] as const];
  });
  return Object.fromEntries(found);
}
