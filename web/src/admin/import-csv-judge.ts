import { readCsvText } from '@tallystone/core/csv/csv-text';
import type { CsvRow } from '@tallystone/core/csv/read-csv-rows';
import { cleanText } from '@tallystone/core/markets/clean-text';
import { MARKET_COLUMNS, type MarketColumn } from '@tallystone/core/markets/market-columns';
import { type RejectedCell, readMarketRows } from '@tallystone/core/markets/read-market-rows';
import type { Message } from '@tallystone/core/sentences/sentence';
import { rejectedByRow } from './import-csv-by-row.ts';

/** Field of a market to the name of its column in the file. */
export type ChosenColumns = Partial<Record<MarketColumn, string>>;

export const PREVIEW_ROWS = 20;

export type CsvRequest =
  | { kind: 'parse'; text: string }
  | { kind: 'judge'; columns: ChosenColumns; now: number; futures: boolean; taken: readonly string[] }
  | { kind: 'cells'; rows: readonly number[] };

export interface PreviewRow {
  /** As a spreadsheet counts them: the header is row 1. */
  row: number;
  /** The whole line in one, when its quotation marks are in the wrong place. */
  cells: readonly string[];
  /** What is wrong, by the name of the column; `''` when it is the row as a whole. */
  problems: Readonly<Record<string, Message>>;
}

export interface RejectedRow extends PreviewRow {
  /** All that is wrong with it, cell by cell. */
  wrong: readonly RejectedCell[];
}

export type CsvAnswer =
  | { kind: 'refused'; problem: Message }
  /** The columns of the file, and those that have the names of fields. */
  | { kind: 'parsed'; header: readonly string[]; columns: ChosenColumns }
  /** The cells of the preview as a market would have them, those of rejected rows as they are in the file. */
  | { kind: 'judged'; good: number; preview: readonly PreviewRow[]; rejected: readonly RejectedRow[] }
  /** Of the rows that were asked for, in their order. */
  | { kind: 'cells'; cells: readonly (readonly string[])[] };

/** Reads one CSV and judges it as often as columns are chosen anew. Made to run beside the page, in a worker. */
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
