import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPooling, TIMEOUT_MS } from './find-pooling.ts';
import { isMigrated } from './migrate.ts';
import { type Database, openDatabase, type Where } from './open-database.ts';
import { PoolingProblem } from './pooling-problem.ts';
import { requirePrimary } from './primary-client.ts';
import { requireJitOff } from './require-limits.ts';

const SEE = '(docs/operations/pooling.md)';

/** What a pooler in transaction mode loses if it is the only way to PostgreSQL. */
const MESSAGES =
  'no message of another server would arrive and the lock of a migration would stay behind, so people would see old odds and the next start would wait for ever';
const MIGRATION =
  'the lock of the migration that this database needs would stay behind, so the next start would wait for ever';

/**
 * Opens the database as programs do that change it: finds out first whether a pooler is in between, and requires that it
 * drops nothing which the program relies on.
 *
 * @param does what the program needs besides: whether it migrates
 * @throws PoolingProblem
 */
export async function openCheckedDatabase(where: Where, { migrates = true } = {}): Promise<Database> {
  if (!('url' in where)) return openDatabase(where);
  const { url, directUrl = null, natsUrl = null } = where;
  const pooling = await findPooling(url);
  const hasSession = directUrl !== null || pooling === 'session';
  if (directUrl !== null) await requireDirect(url, directUrl);
  else if (!hasSession && natsUrl === null) throw noSession(MESSAGES);
  const database = await openDatabase({ ...where, keepsPlans: pooling !== 'nameless-transaction' });
  try {
    if (!hasSession && migrates && !(await isMigrated(database.db))) throw noSession(MIGRATION);
    await database.requireLimits();
    if (pooling !== 'session') await requireJitOff(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const noSession = (why: string) =>
  new PoolingProblem(
    `DATABASE_URL leads through a pooler in transaction mode, in which ${why}: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or let the pooler use session mode ${SEE}`,
  );

async function requireDirect(url: string, directUrl: string): Promise<void> {
  const pooling = await findPooling(directUrl).catch((error) => {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new PoolingProblem(
      `DATABASE_DIRECT_URL can't be used (${message || code}): set it to the address of PostgreSQL itself, and let the server reach it ${SEE}`,
    );
  });
  if (pooling !== 'session')
    throw new PoolingProblem(
      `DATABASE_DIRECT_URL leads through a pooler in transaction mode, in which no message of another server would arrive, so people would see old odds: set it to the address of PostgreSQL itself ${SEE}`,
    );
  if (await leadToOneDatabase(url, directUrl)) return;
  throw new PoolingProblem(
    `DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, so one would be migrated and the other would have the money: set both to the same one ${SEE}`,
  );
}

/** Whether a table made at one address is known at the other. It is temporary, so it ends with its connection. */
async function leadToOneDatabase(url: string, directUrl: string): Promise<boolean> {
  const table = `tallystone_check_${randomBytes(8).toString('hex')}`;
  const [direct, pooled] = [directUrl, url].map((connectionString) => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'tallystone-check',
    });
    client.on('error', () => undefined);
    return client;
  }) as [pg.Client, pg.Client];
  try {
    await Promise.all([direct.connect(), pooled.connect()]);
    await requirePrimary(direct).catch((cause) => {
      throw new PoolingProblem(
        `DATABASE_DIRECT_URL leads to a standby of the database, which sends no messages: set it to an address that always leads to the primary, such as HAProxy before Patroni ${SEE}`,
        { cause },
      );
    });
    await direct.query(`create temporary table ${table} ()`);
    const { rowCount } = await pooled.query('select from pg_class where relname = $1', [table]);
    return rowCount === 1;
  } finally {
    await Promise.all([direct, pooled].map((client) => client.end().catch(() => undefined)));
  }
}
