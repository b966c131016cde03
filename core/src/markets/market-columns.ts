import { CSV_LIMITS } from '../csv/csv-text.ts';
import type { NewMarketForm } from '../http-api/admin-markets.ts';
import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

/** A market CSV's columns: the form's fields, in its order. */
export const MARKET_COLUMNS = [
  'type',
  'category',
  'subcategory',
  'title',
  'description',
  'outcomes',
  'eventDate',
  'autoResolve',
  'tags',
  'probabilities',
] as const satisfies readonly (keyof NewMarketForm)[];

export type MarketColumn = (typeof MARKET_COLUMNS)[number];

/** A row without these can't become a market. */
export const REQUIRED_COLUMNS: readonly MarketColumn[] = ['type', 'category', 'title', 'outcomes'];

/** The column index of a field, and the file's name for it. */
export interface MatchedColumn {
  readonly field: MarketColumn;
  readonly index: number;
  readonly name: string;
}

/**
 * Finds a market CSV's columns from its first row. Case and surrounding spaces don't matter; unused columns may have
 * any name.
 *
 * @param chosen maps fields to column names, and other fields aren't read; by default columns have the fields' names
 * @returns a problem when the columns can't be matched
 */
export function matchColumns(
  header: readonly string[],
  chosen?: Readonly<Record<string, string>>,
): { kind: 'ok'; columns: readonly MatchedColumn[] } | { kind: 'refused'; problem: Message } {
  const refused = (problem: Message) => ({ kind: 'refused', problem }) as const;
  if (header.length > CSV_LIMITS.columns)
    return refused(sayOf(CSV, 'too-many-columns', { columns: CSV_LIMITS.columns }));
  const names = header.map(keyOf);
  const twice = names.findIndex((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice >= 0) return refused(sayOf(CSV, 'column-twice', { place: twice + 1 }));

  const wanted = new Map(chosen === undefined ? MARKET_COLUMNS.map((f) => [f, f]) : Object.entries(chosen));
  if ([...wanted.keys()].some((field) => !MARKET_COLUMNS.some((known) => known === field)))
    return refused(sayOf(CSV, 'column-for-unknown-field'));
  const columns: MatchedColumn[] = [];
  for (const field of MARKET_COLUMNS) {
    const name = wanted.get(field);
    const index = name === undefined ? -1 : names.indexOf(keyOf(name));
    const found = header[index];
    if (found !== undefined) columns.push({ field, index, name: found });
    else if (REQUIRED_COLUMNS.includes(field)) return refused(sayOf(CSV, 'column-missing', { field }));
    else if (chosen !== undefined && name !== undefined)
      return refused(sayOf(CSV, 'column-not-in-file', { field }));
  }
  if (new Set(columns.map(({ index }) => index)).size < columns.length)
    return refused(sayOf(CSV, 'column-for-two-fields'));
  return { kind: 'ok', columns };
}

const keyOf = (name: string) => name.trim().toLowerCase();
