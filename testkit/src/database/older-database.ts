import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditedChange, recordAudit } from '@tallystone/api/audit/record-audit.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../api/src/db/migrations');

/**
 * A database in the state before a migration, and a connection to it. `database.migrate` upgrades it.
 *
 * @param tag of the migration, such as `0012_guests`
 */
export async function anOlderDatabase(tag: string): Promise<{ database: TestDatabase; client: pg.Client }> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const before = mkdtempSync(join(tmpdir(), 'tallystone-migrations-'));
  cpSync(MIGRATIONS, before, { recursive: true });
  const journal = join(before, 'meta/_journal.json');
  // As drizzle-kit writes it.
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const older = entries.slice(
    0,
    entries.findIndex((each) => each.tag === tag),
  );
  writeFileSync(journal, JSON.stringify({ ...rest, entries: older }));
  await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade');
  await migrate(drizzle(client), { migrationsFolder: before });
  rmSync(before, { recursive: true });
  return { database, client };
}

/** Writes an audit row into a database that may not have the table of locks yet. @returns the row's id */
export const recordOlderAudit = (db: Db, change: AuditedChange): Promise<number> =>
  transaction(db, async (tx) => {
    await tx.execute(
      sql`create temporary table named_locks (name text primary key, taken bigint default 1) on commit drop`,
    );
    return recordAudit(tx, change);
  });
