import { type SQL, sql } from 'drizzle-orm';
import type { Columns } from '../db/rows.ts';

/** The time range of an export, as texts that PostgreSQL reads. */
export interface ExportRange {
  /** The first moment; null means from the beginning. */
  readonly from: string | null;
  /** The first moment after the range. */
  readonly until: string;
}

/** A page holds the rows after one key, up to the last key that existed when the export started. */
export interface ExportPage extends ExportRange {
  /** Null for the first page. */
  readonly after: string | null;
  readonly first: string;
  readonly last: string;
}

/** One kind of data that can be exported: its columns and how to read it page by page in key order. */
export interface ExportSet {
  /** By column heading. Headings of amounts name their unit. */
  readonly columns: Columns;
  /** Default 1000. */
  readonly pageRows?: number;
  /** Selects the `first` and `last` key of a range as text; both are null when the range is empty. */
  bounds(range: ExportRange): SQL;
  /** Selects the columns and each row's `key` as text, in key order. */
  page(page: ExportPage): SQL;
}

/** Whether a moment is in the range. */
export const isIn = (at: SQL, { from, until }: ExportRange): SQL =>
  sql`${from === null ? sql`true` : sql`${at} >= ${from}::timestamptz`} and ${at} < ${until}::timestamptz`;

/** Whether a key belongs to a page, by the SQL order of its type. */
export const isOn = (key: SQL, type: SQL, { after, first, last }: ExportPage): SQL =>
  sql`${after === null ? sql`${key} >= ${first}::${type}` : sql`${key} > ${after}::${type}`} and ${key} <= ${last}::${type}`;
