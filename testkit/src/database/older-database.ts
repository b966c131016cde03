import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
