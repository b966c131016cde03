import { randomBytes } from 'node:crypto';
import { type Database, openDatabase, type PoolSettings } from '@tallystone/api/db/open-database.ts';
import pg from 'pg';
import { requirePostgres, startPostgres } from '../../../scripts/find-postgres.mjs';
import { SEARCH_PATH, SERVER_ROLE, startTestProfile, type TestProfile } from './distributed-profile.ts';

/** The tests' server, and its migrated template that each test file's database is copied from. */
const SERVER = 'TALLYSTONE_TEST_DATABASE_URL';
const TEMPLATE = 'TALLYSTONE_TEST_TEMPLATE';
/** On the distributed profile: PgBouncer before that server, for the owner of the tables, and the servers of NATS. */
const POOLER = 'TALLYSTONE_TEST_POOLER';
const NATS = 'TALLYSTONE_TEST_NATS';

const ENGINES = ['postgres', 'embedded'] as const;

/** The engines for suites that can run on both: those in TEST_ENGINES, by default PostgreSQL. */
export function enginesOfRun(named = process.env.TEST_ENGINES || 'postgres'): (typeof ENGINES)[number][] {
  return named.split(',').map((name) => {
    const engine = ENGINES.find((each) => each === name.trim());
    if (engine === undefined) {
      throw new Error(`TEST_ENGINES is a list of ${ENGINES.join(' and ')} with commas, got '${named}'.`);
    }
    return engine;
  });
}

/** TEST_TABLES=distributed: the tests run on the distributed profile, by default on the tables of the migrations. */
export function isOnDistributed(named = process.env.TEST_TABLES || 'migrated'): boolean {
  if (named !== 'migrated' && named !== 'distributed')
    throw new Error(`TEST_TABLES is migrated or distributed, got '${named}'.`);
  return named === 'distributed';
}

/** Vitest's global setup: one server for the run, and one template with all tables on it. */
export default async function setup(): Promise<() => Promise<void>> {
  // A wrong name ends the run before any test.
  enginesOfRun();
  const onDistributed = isOnDistributed();
  await requirePostgres().catch(({ message }: Error) => {
    // A thrown error would be printed below "No test files found" and above a stack trace.
    console.error(message);
    process.exit(1);
  });
  // The roles of the profile belong to the whole server.
  const server = await startPostgres({ fsync: false, own: onDistributed });
  const template = `tallystone_template_${randomBytes(6).toString('hex')}`;
  await onServer(server.url, (client) => client.query(`create database ${template}`));
  let profile: TestProfile | undefined;
  if (onDistributed) {
    profile = await startTestProfile(server.url, { template, limits: PATIENT_LIMITS });
    process.env[POOLER] = profile.url;
    process.env[NATS] = profile.natsUrl;
  } else {
    const database = await openDatabase({ url: withName(server.url, template) });
    await database.migrate();
    await database.close();
  }
  process.env[SERVER] = server.url;
  process.env[TEMPLATE] = template;
  return async () => {
    try {
      await profile?.stop();
    } catch (error) {
      // Vitest only prints what its teardown throws.
      process.exitCode = 1;
      throw error;
    } finally {
      await onServer(server.url, (client) => client.query(`drop database ${template} with (force)`));
      await server.stop();
    }
  };
}

export interface TestDatabase extends Database {
  readonly url: string;
  /** PostgreSQL itself, for a superuser, whose session lasts. */
  readonly adminUrl: string;
  /** What a server on this database is started with. */
  readonly settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string };
}

/**
 * Time limits that no test reaches, however busy its machine is. Tests of what the product does at a limit set their
 * own.
 */
const PATIENT = {
  connectTimeoutMs: 120_000,
  lockTimeoutMs: 60_000,
  statementTimeoutMs: 120_000,
  idleInTransactionMs: 120_000,
  answerTimeoutMs: 0,
} satisfies Partial<PoolSettings>;
/** Those of PostgreSQL by their names there. PgBouncer can't pass them on. */
const PATIENT_LIMITS = {
  lock_timeout: PATIENT.lockTimeoutMs,
  statement_timeout: PATIENT.statementTimeoutMs,
  idle_in_transaction_session_timeout: PATIENT.idleInTransactionMs,
};

/** Another process's connections to a test's database. */
export const openPatiently = (
  url: string,
  { natsUrl = process.env[NATS] ?? null, ...pool }: Partial<PoolSettings> & { natsUrl?: string | null } = {},
): Promise<Database> => openDatabase({ ...reached(url, pool), natsUrl, pool: { ...PATIENT, ...pool } });

/** PgBouncer can't pass on what a session sets at its start, so sessions with limits or options of their own go past it. */
function reached(
  url: string,
  { lockTimeoutMs, statementTimeoutMs, idleInTransactionMs }: Partial<PoolSettings>,
): { url: string; keepsPlans: boolean } {
  const pooler = process.env[POOLER];
  const server = process.env[SERVER];
  if (!pooler || !server) return { url, keepsPlans: true };
  const to = new URL(url);
  // All sessions of the profile have the path that a moved clock asks for.
  if (to.searchParams.get('options') === `-c search_path=${SEARCH_PATH}`) to.searchParams.delete('options');
  const limits = [lockTimeoutMs, statementTimeoutMs, idleInTransactionMs];
  const isOwn = to.searchParams.has('options') || limits.some((limit) => limit !== undefined);
  if (isOwn && to.port === new URL(pooler).port) to.port = new URL(server).port;
  return { url: to.href, keepsPlans: to.port === new URL(server).port };
}

/** A fresh database with all tables for one test file. `close` also removes it from the server. */
export async function createTestDatabase(pool: Partial<PoolSettings> = {}): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template) throw new Error('expected the global setup of the api tests to have run');
  const name = `tallystone_test_${randomBytes(6).toString('hex')}`;
  const pooler = process.env[POOLER];
  const adminUrl = withName(server, name);
  const url = withName(pooler ?? server, name);
  await create(server, `${name} template ${template}${pooler ? ` owner ${new URL(pooler).username}` : ''}`);
  const database = await openPatiently(url, pool);
  return {
    ...database,
    url,
    adminUrl,
    settings: pooler
      ? {
          DATABASE_URL: Object.assign(new URL(url), { username: SERVER_ROLE }).href,
          NATS_URL: process.env[NATS] ?? '',
        }
      : { DATABASE_URL: url },
    close: async () => {
      await database.close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** An empty database on the tests' server. */
export async function createEmptyDatabase() {
  const server = process.env[SERVER];
  if (!server) throw new Error('expected the global setup of the api tests to have run');
  const name = `tallystone_test_${randomBytes(6).toString('hex')}`;
  const url = withName(server, name);
  await create(server, name);
  return {
    url,
    ask: (statements: string) => onServer(url, (client) => client.query(statements)),
    remove: () => onServer(server, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

const create = (server: string, database: string): Promise<void> =>
  onServer(server, async (client) => {
    // Only one session at a time can copy a template.
    await client.query('select pg_advisory_lock(1414089299)');
    await client.query(`create database ${database}`);
  });

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withName(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${name}`;
  return named.href;
}
