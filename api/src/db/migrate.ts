import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Logger, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { buildIndexes } from './build-indexes.ts';
import type { Db } from './db.ts';
import { failpoint } from './failpoint.ts';
import { hasTable } from './has-table.ts';
import { col, value } from './rows.ts';
import { sqlState } from './sql-state.ts';

/** Next to this file in the sources, and next to the bundle in api/dist. */
const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** The database was migrated by a newer version, whose tables this one doesn't know. */
export class NewerDatabase extends Error {}

/**
 * The number of the advisory lock of the session that migrates. It isn't a lock of a row: an empty database has none, and within
 * a transaction no index can be built beside bets. Servers of 0.1.0 take it, too.
 */
export const MIGRATION_LOCK = createHash('sha256')
  .update('tallystone:migrate')
  .digest()
  .readBigInt64BE()
  .toString();

const CONNECT_TIMEOUT_MS = 5000;
/** How often a process asks whether another one is still migrating. */
const ASK_LOCK_MS = 100;
/** How long a migration waits for a table. Bets queue behind a migration that waits. */
const LOCK_TIMEOUT_MS = 500;
/** How long they have the table to themselves until it tries again. */
const RETRY_MS = 1000;
/** Errors with which a migration that had to wait for others was undone: a timeout of a lock, and a deadlock. */
const WAITS = new Set(['55P03', '40P01']);

/**
 * Migrates on a separate connection, which must have a session of its own. It waits for other processes that are migrating. If
 * nothing is to migrate, it only reads, so that needs neither a session nor advisory locks.
 *
 * @param onWait called when another connection, such as that of a dump, has a table that the migration needs
 */
export async function migratePostgres(url: string, onWait: () => void = () => {}): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tallystone-migrate',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if ((await requireKnownMigrations(drizzle(client))) === newestKnown()) return;
    // The role or the database may have limits for bets. Migrations, and waiting for those of another process, may take longer.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await takeLock(client);
    failpoint('migrate', 'before');
    while (!(await buildIndexes(client, statementsAfter(await requireKnownMigrations(drizzle(client)))))) {
      // A server of an older version waits in a statement for our lock. It may have it first: it has nothing to migrate.
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await delay(ASK_LOCK_MS);
      await takeLock(client);
    }
    // Drizzle runs all new migrations in its own transaction. Only its log shows when that commits.
    const logger = {
      logQuery: (text: string) => text === 'commit' && failpoint('migrate', 'written'),
    };
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    while (!(await migrateUnlessLocked(client, logger))) {
      onWait();
      await delay(RETRY_MS);
    }
    failpoint('migrate', 'recorded');
  } finally {
    await client.end();
  }
}

/** Asks again and again: another process can't build an index while a statement waits, which may still see the table without it. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken === true) return;
    await delay(ASK_LOCK_MS);
  }
}

/** The statements of the migrations that a database with this newest migration lacks. */
const statementsAfter = (applied: number | null): string[] =>
  readMigrationFiles({ migrationsFolder })
    .filter(({ folderMillis }) => applied === null || folderMillis > applied)
    .flatMap((migration) => migration.sql);

/** Runs all new migrations, or none if it had to wait for a table. */
async function migrateUnlessLocked(client: pg.Client, logger: Logger): Promise<boolean> {
  try {
    await migrateNodePostgres(drizzle(client, { logger }), { migrationsFolder });
    return true;
  } catch (error) {
    if (WAITS.has(sqlState(error) ?? '')) return false;
    throw error;
  }
}

/** Migrates the embedded engine, which only one process can have open. */
export async function migrateEmbedded(db: PgliteDatabase): Promise<void> {
  await requireKnownMigrations(db);
  failpoint('migrate', 'before');
  // There is no `written` point: the engine commits where this code can't see it.
  await migratePglite(db, { migrationsFolder });
  failpoint('migrate', 'recorded');
}

/** Whether the database has the newest migration this program knows. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await newestApplied(db);
  return applied !== null && applied >= newestKnown();
}

/**
 * @returns when the newest migration in the database was written, in ms since 1970; null if there is none
 * @throws NewerDatabase if the database has a migration that this program doesn't know
 */
export async function requireKnownMigrations(db: Db): Promise<number | null> {
  const applied = await newestApplied(db);
  if (applied === null || applied <= newestKnown()) return applied;
  throw new NewerDatabase(
    `the database was migrated by a newer version of Tallystone, on or after ${new Date(applied).toISOString().slice(0, 10)}, and this one doesn't know its tables. The books are as they were. Run the newer version, or restore a backup from before it was started`,
  );
}

/** When the newest migration in the database was written, in ms since 1970; null if there is none. */
async function newestApplied(db: Db): Promise<number | null> {
  if (!(await hasTable(db, 'drizzle.__drizzle_migrations'))) return null;
  return value(db, col.whole.orNull, sql`select max(created_at) from drizzle.__drizzle_migrations`);
}

let newest: number | null = null;

function newestKnown(): number {
  if (newest !== null) return newest;
  // Drizzle-kit writes the journal in this form.
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  newest = Math.max(...journal.entries.map((entry) => entry.when));
  return newest;
}
