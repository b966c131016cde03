import { readCsvText } from '@tallystone/core/csv/csv-text';
import type { CsvRow } from '@tallystone/core/csv/read-csv-rows';
import { cleanText } from '@tallystone/core/markets/clean-text';
import { MARKET_COLUMNS, type MarketColumn } from '@tallystone/core/markets/market-columns';
import { type RejectedCell, readMarketRows } from '@tallystone/core/markets/read-market-rows';
import type { Message } from '@tallystone/core/sentences/sentence';
import { rejectedByRow } from './import-csv-by-row.ts';

/** Market field to the name of its column in the file. */
export type ChosenColumns = Partial<Record<MarketColumn, string>>;

export const PREVIEW_ROWS = 20;

export type CsvRequest =
  | { kind: 'parse'; text: string }
  | { kind: 'judge'; columns: ChosenColumns; now: number; futures: boolean; taken: readonly string[] }
  | { kind: 'cells'; rows: readonly number[] };

export interface PreviewRow {
  /** Spreadsheet row number: the header is row 1. */
  row: number;
  /** One cell with the whole line if its quotation marks are misplaced. */
  cells: readonly string[];
  /** What is wrong, by column name; `''` for the row as a whole. */
  problems: Readonly<Record<string, Message>>;
}

export interface RejectedRow extends PreviewRow {
  /** Everything that is wrong with it, cell by cell. */
  wrong: readonly RejectedCell[];
}

export type CsvAnswer =
  | { kind: 'refused'; problem: Message }
  /** The file's columns, and which of them have field names. */
  | { kind: 'parsed'; header: readonly string[]; columns: ChosenColumns }
  /** Preview cells are cleaned as in a market; the cells of rejected rows are as in the file. */
  | { kind: 'judged'; good: number; preview: readonly PreviewRow[]; rejected: readonly RejectedRow[] }
  /** The cells of the requested rows, in order. */
  | { kind: 'cells'; cells: readonly (readonly string[])[] };

/** Parses one CSV and checks it again whenever columns change. Runs in a worker. */
export function createCsvJudge(): (request: CsvRequest) => CsvAnswer {
  let rows: readonly CsvRow[] = [];
  const cellsOf = (row: number): readonly string[] => rows[row - 1]?.cells ?? [];

  function parse(text: string): CsvAnswer {
    const read = readCsvText(text);
    if (read.kind === 'refused') return read;
    rows = read.rows;
    const header = cellsOf(1);
    return { kind: 'parsed', header, columns: guessColumns(header) };
  }

  function judge({ columns, now, futures, taken }: Extract<CsvRequest, { kind: 'judge' }>): CsvAnswer {
    const known = new Set(taken);
    const judged = readMarketRows(
      { rows, columns },
      { now: new Date(now), futures, taken: (key) => known.has(key) },
    );
    if (judged.kind === 'refused') return judged;
    const byRow = rejectedByRow(judged.rejected);
    const rowOf = (row: number): PreviewRow => ({
      row,
      cells: cellsOf(row),
      problems: Object.fromEntries((byRow.get(row) ?? []).map((cell) => [cell.column ?? '', cell.reason])),
    });
    const goodRows = judged.good.map(({ row }) => row);
    return {
      kind: 'judged',
      good: goodRows.length,
      preview: [...goodRows, ...byRow.keys()]
        .sort((a, b) => a - b)
        .slice(0, PREVIEW_ROWS)
        .map((row) => ({ ...rowOf(row), cells: cellsOf(row).map(cleanText) })),
      rejected: [...byRow].map(([row, cells]) => ({ ...rowOf(row), wrong: cells })),
    };
  }

  return (request) => {
    switch (request.kind) {
      case 'parse':
        return parse(request.text);
      case 'judge':
        return judge(request);
      case 'cells':
        return { kind: 'cells', cells: request.rows.map(cellsOf) };
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
