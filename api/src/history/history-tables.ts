import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, exists, rows, value } from '../db/rows.ts';
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
 *
 * @param db has a single connection, because it sets where the tables lie for its session
 */
export async function makeHistoryTables(db: Db, { month, tablespace }: HistoryPlace): Promise<void> {
  await db.execute(sql`select set_config('default_tablespace', ${tablespace ?? ''}, false)`);
  await db.execute(sql.raw(`create schema if not exists ${SCHEMA}`));
  for (const table of HISTORY_TABLES) {
    const full = historyTable(table, month);
    await db.execute(sql.raw(`create table if not exists ${full} () inherits (public.${table})`));
    for (const each of await triggersOf(db, table)) await db.execute(sql.raw(onHistory(each, table, month)));
    // What is in use goes on while its index is built.
    const isInUse = await exists(db, sql`select from ${sql.raw(full)} limit 1`);
    for (const each of await missingIndexes(db, table, month)) {
      // What an interrupted run left isn't whole.
      await db.execute(sql.raw(`drop index concurrently if exists ${SCHEMA}."${nameOf(each.name, month)}"`));
      const make = onHistory(each, table, month);
      await db.execute(sql.raw(isInUse ? make.replace(' INDEX ', ' INDEX CONCURRENTLY ') : make));
    }
  }
}

/** What a table has and doesn't pass on to tables that inherit from it. */
interface Part {
  readonly name: string;
  /** The statement that makes it. */
  readonly make: string;
}

/** The statement that makes the same for the history table. */
function onHistory({ name, make }: Part, table: string, month: string): string {
  const [part, full] = [nameOf(name, month), historyTable(table, month)];
  return make
    .replace(/^CREATE TRIGGER \S+ /, `CREATE OR REPLACE TRIGGER "${part}" `)
    .replace(/^CREATE (UNIQUE )?INDEX \S+ /, `CREATE $1INDEX "${part}" `)
    .replace(/ ON (public\.)?\w+ /, ` ON ${full} `);
}

/** Triggers that refuse changes. Those of inserts don't matter: what moves was inserted before. */
const triggersOf = (db: Db, table: string): Promise<Part[]> =>
  rows(
    db,
    { name: col.text, make: col.text },
    sql`
      select t.tgname as name, pg_get_triggerdef(t.oid) as make from pg_trigger t
      where t.tgrelid = ${`public.${table}`}::regclass and not t.tgisinternal
        and t.tgtype::int & ${INSERTS}::int = 0
      order by t.tgname`,
  );
/** The bit of `tgtype` of a trigger that fires for inserts. */
const INSERTS = 4;

const missingIndexes = (db: Db, table: string, month: string): Promise<Part[]> =>
  rows(
    db,
    { name: col.text, make: col.text },
    sql`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as make
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${`public.${table}`}::regclass and i.indisvalid and not exists (
        select from pg_index h join pg_class n on n.oid = h.indexrelid
        where h.indrelid = ${historyTable(table, month)}::regclass and h.indisvalid
          and n.relname = c.relname || ${nameOf('', month)})
      order by c.relname`,
  );

/**
 * Acts as the owner of the tables from now on. History tables have to be theirs, or a later migration couldn't alter them.
 *
 * @returns false if the user isn't the owner and may not act as the owner
 */
export async function becomeOwner(db: Db): Promise<boolean> {
  const owner = await value(
    db,
    col.text,
    sql`select quote_ident(tableowner) from pg_tables where schemaname = 'public' and tablename = 'bets'`,
  );
  if (!(await exists(db, sql`select where pg_has_role(${owner}::regrole, 'member')`))) return false;
  await db.execute(sql.raw(`set role ${owner}`));
  return true;
}

export const hasTablespace = (db: Db, name: string): Promise<boolean> =>
  exists(db, sql`select from pg_tablespace where spcname = ${name}`);
