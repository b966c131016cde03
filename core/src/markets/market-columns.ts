import { CSV_LIMITS } from '../csv/csv-text.ts';
import type { NewMarketForm } from '../http-api/admin-markets.ts';
import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

/** What a CSV of markets tells of each: the fields of the form, in its order. */
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

/** Without these no market can be read from a row. */
export const REQUIRED_COLUMNS: readonly MarketColumn[] = ['type', 'category', 'title', 'outcomes'];

/** Where the cells of a field stand, and what the file calls them. */
export interface MatchedColumn {
  readonly field: MarketColumn;
  readonly index: number;
  readonly name: string;
}

/**
 * Finds the columns of a CSV of markets by the cells of its first row. Capitals and spaces around a name do
 * not matter; columns that nothing is taken from may have any name.
 *
 * @param chosen field to the name of its column, and no other field is read; absent: columns have the fields' names
 * @returns what is wrong when the columns cannot be told
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
