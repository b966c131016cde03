import { type MicroOdds, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { PlainSql } from './plain-sql.ts';

/** Checks a cell and converts it to the type that the code uses. */
type Read<T> = (cell: unknown, name: string) => T;

interface Cell<T> extends Read<T> {
  /** Also accepts null. */
  readonly orNull: Read<T | null>;
  /** Returns undefined for a missing or other value: for JSON that other versions wrote. */
  readonly orUndefined: Read<T | undefined>;
}

/** The columns that a statement selects. A key reads the column of that name in snake case: `userId` reads `user_id`. */
export type Columns = Readonly<Record<string, Read<unknown>>>;

/** A row of these columns. */
export type Row<C extends Columns> = { -readonly [K in keyof C]: ReturnType<C[K]> };

/**
 * Runs plain SQL and returns its rows, the same on both engines. Without `columns` the cells aren't checked.
 *
 * @throws TypeError naming a column that is missing or has another type than declared
 */
export async function rows<C extends Columns>(db: Db, columns: C, query: SQL): Promise<Row<C>[]>;
export async function rows(db: Db, query: SQL): Promise<Record<string, unknown>[]>;
export async function rows(db: Db, columns: Columns | SQL, query?: SQL): Promise<unknown[]> {
  // Both drivers return an object with `rows`; their common type doesn't say so.
  const found = (await db.execute(new PlainSql(query ?? (columns as SQL)))) as unknown as { rows: unknown[] };
  if (query === undefined) return found.rows;
  const read = rowReader(columns as Columns);
  return found.rows.map((cells) => read(cells, ''));
}

/** Readers of columns that a module declares once, so they aren't built again for each query. */
const readers = new WeakMap<Columns, Read<unknown>>();

function rowReader(columns: Columns): Read<unknown> {
  const made = readers.get(columns) ?? objectOf(columns, snakeCase);
  readers.set(columns, made);
  return made;
}

/** Whether a statement finds a row. */
export async function exists(db: Db, query: SQL): Promise<boolean> {
  return (await rows(db, query)).length > 0;
}

/** The row of a statement that always returns one. */
export async function row<C extends Columns>(db: Db, columns: C, query: SQL): Promise<Row<C>> {
  const [found] = await rows(db, columns, query);
  if (found === undefined) throw new Error(`a query found no row with ${Object.keys(columns).join(', ')}`);
  return found;
}

/** The cells of a statement with one column. */
export async function values<T>(db: Db, read: Read<T>, query: SQL): Promise<T[]> {
  return (await rows(db, query)).flatMap((cells) =>
    Object.entries(cells).map(([name, cell]) => read(cell, name)),
  );
}

/** The only cell of a statement that always returns one. */
export async function value<T>(db: Db, read: Read<T>, query: SQL): Promise<T> {
  const [found] = await values(db, read, query);
  if (found === undefined) throw new Error('a query that always finds a value found none');
  return found;
}

/** @param make converts a cell, or returns undefined if the cell has another type */
function cellOf<T>(what: string, make: (cell: unknown, name: string) => T | undefined): Cell<T> {
  const read = (cell: unknown, name: string): T => {
    const made = make(cell, name);
    if (made !== undefined) return made;
    if (cell === undefined) throw new TypeError(`a query did not select the column ${name}`);
    const found = cell === null ? 'null' : typeof cell;
    throw new TypeError(`the column ${name} of a query is ${found}, not ${what}`);
  };
  return Object.assign(read, {
    orNull: (cell: unknown, name: string) => (cell === null ? null : read(cell, name)),
    orUndefined: make,
  });
}

function objectOf<C extends Columns>(columns: C, nameOf: (key: string) => string): Cell<Row<C>> {
  const reads = Object.entries(columns).map(([key, read]) => ({ key, name: nameOf(key), read }));
  return cellOf('an object', (cell) => {
    if (typeof cell !== 'object' || cell === null) return undefined;
    const made: Record<string, unknown> = {};
    for (const { key, name, read } of reads) made[key] = read(cell[name as never], name);
    return made as Row<C>;
  });
}

/** Depending on engine and cast, `bigint` and `numeric` come as text, as a bigint, or as a number if they fit. */
function toBigInt(cell: unknown): bigint | undefined {
  if (typeof cell === 'bigint') return cell;
  const isWhole = typeof cell === 'string' ? /^-?\d+$/.test(cell) : Number.isSafeInteger(cell);
  return isWhole ? BigInt(cell as string | number) : undefined;
}

function toDate(cell: unknown): Date | undefined {
  const at = new Date(typeof cell === 'string' ? cell : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Readers of cells. Dates and whole numbers are parsed from the text that the drivers return. */
export const col = {
  text: cellOf('text', (cell) => (typeof cell === 'string' ? cell : undefined)),
  bool: cellOf('a boolean', (cell) => (typeof cell === 'boolean' ? cell : undefined)),
  number: cellOf('a number', (cell) => (typeof cell === 'number' ? cell : undefined)),
  /** A count, a version or a row number, as a number. */
  whole: cellOf('a whole number', (cell) => {
    const whole = Number(toBigInt(cell));
    return Number.isSafeInteger(whole) ? whole : undefined;
  }),
  bigint: cellOf('a whole number', toBigInt),
  usdc: cellOf('an amount', toBigInt as Read<MicroUsdc | undefined>),
  /** An amount as it crosses the wire: USDC as a number. */
  wireUsdc: cellOf('an amount', (cell) => {
    const micro = toBigInt(cell);
    return micro === undefined ? undefined : usdcToNumber(microUsdc(micro));
  }),
  odds: cellOf('odds', toBigInt as Read<MicroOdds | undefined>),
  date: cellOf('a moment', toDate),
  /** A moment as it crosses the wire. */
  iso: cellOf('a moment', (cell) => toDate(cell)?.toISOString()),
  bytes: cellOf('bytes', (cell) => (cell instanceof Uint8Array ? cell : undefined)),
  /** Bytes, or text that is already hex, as `0x` and hex digits. */
  hex: cellOf('bytes', (cell): `0x${string}` | undefined => {
    if (cell instanceof Uint8Array) return `0x${Buffer.from(cell).toString('hex')}`;
    return typeof cell === 'string' && cell.startsWith('0x') ? `0x${cell.slice(2)}` : undefined;
  }),
  /** JSON that its reader checks. */
  json: cellOf<unknown>('JSON', (cell) => cell),
  /** A JSON object with any keys. */
  record: cellOf('an object', (cell) =>
    typeof cell === 'object' && cell !== null ? (cell as Record<string, unknown>) : undefined,
  ),
  /** @param of the allowed words, or the schema column that declares them */
  oneOf: <const T extends string>(of: readonly T[] | { readonly enumValues: readonly T[] }) => {
    const words = 'enumValues' in of ? of.enumValues : of;
    return cellOf(`one of ${words.join(', ')}`, (cell) => words.find((word) => word === cell));
  },
  list: <T>(read: Read<T>) =>
    cellOf('a list', (cell, name) =>
      Array.isArray(cell) ? cell.map((each) => read(each, name)) : undefined,
    ),
  /** The result of `json_agg`, which is null if there are no rows. */
  all: <T>(read: Read<T>): Read<T[]> => {
    const list = col.list(read).orNull;
    return (cell, name) => list(cell, name) ?? [];
  },
  /** A list whose parts each have their own reader. */
  tuple: <const R extends readonly Read<unknown>[]>(...reads: R) =>
    cellOf('a list', (cell, name) =>
      Array.isArray(cell)
        ? (reads.map((read, at) => read(cell[at], `${name}[${at}]`)) as { [I in keyof R]: ReturnType<R[I]> })
        : undefined,
    ),
  /** A JSON object with at least these keys, spelled as here. */
  object: <C extends Columns>(columns: C) => objectOf(columns, (key) => key),
};
