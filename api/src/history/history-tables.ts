import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, exists, row, rows, values } from '../db/rows.ts';
import { HISTORY_TABLES } from './over.ts';

/** The schema of history tables. Servers need no rights in it: they read its tables through those they belong to. */
const SCHEMA = 'history';

/** The name of a history table without its schema. @param month such as `2026-08` */
const nameOf = (table: string, month: string): string => `${table}_${month.replace('-', '_')}`;

/** The history table of a table. */
export const historyTable = (table: string, month: string): string => `${SCHEMA}."${nameOf(table, month)}"`;

/** Which history tables, and where new ones lie. */
export interface HistoryPlace {
  /** Names them, such as `2026-08`. */
  readonly month: string;
  /** A tablespace; null for that of the database. */
  readonly tablespace: string | null;
}

/**
 * Makes the history tables of a month, or what they lack of the tables they belong to, such as an index of a newer version. Each
 * inherits from its table, so a statement that reads that table reads both. Bets go on meanwhile.
 */
export async function makeHistoryTables(db: Db, { month, tablespace }: HistoryPlace): Promise<void> {
  await db.execute(sql.raw(`create schema if not exists ${SCHEMA}`));
  for (const table of HISTORY_TABLES) {
    const [name, full] = [nameOf(table, month), historyTable(table, month)];
    await db.transaction(async (tx) => {
      if (tablespace !== null)
        await tx.execute(sql`select set_config('default_tablespace', ${tablespace}, true)`);
      await tx.execute(sql.raw(`create table if not exists ${full} () inherits (public.${table})`));
      // Triggers and indexes aren't inherited.
      await tx.execute(
        sql.raw(`create or replace trigger "${name}_are_history" before update or delete or truncate on ${full}
          for each statement execute function public.refuse_change_of_history()`),
      );
      for (const index of await indexesOf(tx, table)) {
        const make = index.make.replace(
          / INDEX \S+ ON \S+ /,
          ` INDEX IF NOT EXISTS "${nameOf(index.name, month)}" ON ${full} `,
        );
        await tx.execute(sql.raw(make));
      }
    });
  }
}

const indexesOf = (db: Db, table: string) =>
  rows(
    db,
    { name: col.text, make: col.text },
    sql`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as make
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${`public.${table}`}::regclass and i.indisvalid
      order by c.relname`,
  );

/** The columns of a table that are stored as they are, in its order, for a list in SQL. */
export async function columnsOf(db: Db, table: string): Promise<string> {
  const columns = await values(
    db,
    col.text,
    sql`
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`,
  );
  return columns.join(', ');
}

/** Whether the user of the database owns the tables, which a history table needs. */
export async function ownsTables(db: Db): Promise<boolean> {
  const { owns } = await row(
    db,
    { owns: col.bool },
    sql`select bool_and(pg_has_role(t.tableowner, 'usage')) as owns from pg_tables t where t.schemaname = 'public'`,
  );
  return owns;
}

export const hasTablespace = (db: Db, name: string): Promise<boolean> =>
  exists(db, sql`select from pg_tablespace where spcname = ${name}`);
