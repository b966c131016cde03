import { randomBytes } from 'node:crypto';
import { type Database, openDatabase, type PoolSettings } from '@tallystone/api/db/open-database.ts';
import pg from 'pg';
import { requirePostgres, startPostgres } from '../../../scripts/find-postgres.mjs';

/** The tests' server, and its migrated template that each test file's database is copied from. */
const SERVER = 'TALLYSTONE_TEST_DATABASE_URL';
const TEMPLATE = 'TALLYSTONE_TEST_TEMPLATE';

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

/** Vitest's global setup: one server for the run, and one migrated template on it. */
export default async function setup(): Promise<() => Promise<void>> {
  // A wrong name ends the run before any test.
  enginesOfRun();
  await requirePostgres().catch(({ message }: Error) => {
    // A thrown error would be printed below "No test files found" and above a stack trace.
    console.error(message);
    process.exit(1);
  });
  const server = await startPostgres({ fsync: false });
  const template = `tallystone_template_${randomBytes(6).toString('hex')}`;
  await onServer(server.url, (client) => client.query(`create database ${template}`));
  const database = await openDatabase({ url: withName(server.url, template) });
  await database.migrate();
  await database.close();
  process.env[SERVER] = server.url;
  process.env[TEMPLATE] = template;
  return async () => {
    await onServer(server.url, (client) => client.query(`drop database ${template} with (force)`));
    await server.stop();
  };
}

export interface TestDatabase extends Database {
  readonly url: string;
}

/**
 * Time limits that no test reaches, however busy its machine is. Tests of what the product does at a limit set their
 * own.
 */
const PATIENT: Partial<PoolSettings> = {
  connectTimeoutMs: 120_000,
  lockTimeoutMs: 60_000,
  statementTimeoutMs: 120_000,
  idleInTransactionMs: 120_000,
  answerTimeoutMs: 0,
};

/** Another process's connections to a test's database. */
export const openPatiently = (
  url: string,
  { natsUrl = null, ...pool }: Partial<PoolSettings> & { natsUrl?: string | null } = {},
): Promise<Database> => openDatabase({ url, natsUrl, pool: { ...PATIENT, ...pool } });

/** A fresh, migrated database for one test file. `close` also removes it from the server. */
export async function createTestDatabase(pool: Partial<PoolSettings> = {}): Promise<TestDatabase> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template) throw new Error('expected the global setup of the api tests to have run');
  const name = `tallystone_test_${randomBytes(6).toString('hex')}`;
  await create(server, `${name} template ${template}`);
  const url = withName(server, name);
  const database = await openPatiently(url, pool);
  return {
    ...database,
    url,
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
