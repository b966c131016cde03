import pg from 'pg';
import { leaveNothingBehind } from '../processes/leave-nothing-behind.ts';
import { limitUser, PgBouncer } from '../processes/pgbouncer.ts';
import { SlowProxy } from '../processes/slow-proxy.ts';
import { NatsServer } from '../server/nats-server.ts';
import { installDistributed } from './distributed-database.ts';

/** Owns the tables, so tests can break the books. It can't use what distributed databases lack. */
const OWNER = 'tallystone_owner';
/** Of servers that tests start as operators do. */
export const SERVER_ROLE = 'tallystone_server';

/** The owner finds functions in the tables' schema first, so that a test can put a clock of its own there. */
export const SEARCH_PATH = 'public,pg_catalog';

export interface TestProfile {
  /** Through PgBouncer, as the owner, without a database. */
  readonly url: string;
  readonly natsUrl: string;
  stop(): Promise<void>;
}

/**
 * The tests' substitute for a distributed database: its tables, their owner without the functions that such
 * databases lack, PgBouncer in transaction mode before PostgreSQL, 2 ms more for every statement, and NATS.
 *
 * @param server the address of a PostgreSQL for a superuser
 * @param template an empty database there
 * @param limits of the owner's sessions, in ms by their names
 */
export async function startTestProfile(
  server: string,
  { template, limits }: { template: string; limits: Readonly<Record<string, number>> },
): Promise<TestProfile> {
  leaveNothingBehind();
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    for (const role of [OWNER, SERVER_ROLE]) {
      await admin.query(`create role ${role} login`);
      await admin.query(`alter role ${role} set search_path = ${SEARCH_PATH}`);
      await admin.query(`alter role ${role} set jit = off`);
    }
    // Tests break the books past foreign keys.
    await admin.query(`grant set on parameter session_replication_role to ${OWNER}`);
    for (const [name, ms] of Object.entries(limits))
      await admin.query(`alter role ${OWNER} set ${name} = '${ms}ms'`);
    await limitUser(server, SERVER_ROLE);
    await admin.query(`alter database ${template} owner to ${OWNER}`);
  } finally {
    await admin.end();
  }
  const inTemplate = Object.assign(new URL(server), { pathname: `/${template}` }).href;
  await installDistributed(inTemplate, { role: SERVER_ROLE, owner: OWNER });
  const nats = await NatsServer.start();
  const bouncer = await PgBouncer.start(Object.assign(new URL(server), { pathname: '/' }).href, {
    mode: 'transaction',
    settings: {
      // Proxies of tests pass on no password.
      auth_type: 'trust',
      // For each test file's database, until the file removes it.
      default_pool_size: '64',
      max_client_conn: '2000',
      query_wait_timeout: '120',
    },
  });
  const proxy = await SlowProxy.start(bouncer.port);
  return {
    url: `postgres://${OWNER}@127.0.0.1:${proxy.port}/`,
    natsUrl: nats.url,
    stop: async () => {
      const { statements } = await proxy.stop();
      await bouncer.kill();
      await nats.stop();
      if (statements === 0) throw new Error('no test reached the database through PgBouncer');
    },
  };
}
