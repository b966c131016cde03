import { type SQL, sql } from 'drizzle-orm';
import type { Columns } from '../db/rows.ts';

/** What an export covers, as moments that the database reads. */
export interface ExportRange {
  /** The first moment, or null: from the beginning. */
  readonly from: string | null;
  /** The first moment after it. */
  readonly until: string;
}

/** The rows of a page come after one key, and end with the last key there was when the export began. */
export interface ExportPage extends ExportRange {
  /** Null: from the first one on. */
  readonly after: string | null;
  readonly first: string;
  readonly last: string;
}

/** One kind of data that can be exported: how to read it page by page, in the order of a key, and what is written of it. */
export interface ExportSet {
  /** By what stands above each. Amounts say their unit. */
  readonly columns: Columns;
  readonly pageRows: number;
  /** Selects the `first` and `last` key of a range as text; both null when it is empty. */
  bounds(range: ExportRange): SQL;
  /** Selects the columns, and the `key` of each row as text, in the order of the key. */
  page(page: ExportPage): SQL;
}

/** Whether a moment lies in a range. */
export const isIn = (at: SQL, { from, until }: ExportRange): SQL =>
  sql`${from === null ? sql`true` : sql`${at} >= ${from}::timestamptz`} and ${at} < ${until}::timestamptz`;

/** Whether the key of a row belongs to a page, in SQL's own order of its type. */
export const isOn = (key: SQL, type: SQL, { after, first, last }: ExportPage): SQL =>
  sql`${after === null ? sql`${key} >= ${first}::${type}` : sql`${key} > ${after}::${type}`} and ${key} <= ${last}::${type}`;
