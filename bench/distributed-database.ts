import { installDistributed } from '@tallystone/testkit/database/distributed-database.ts';
import { limitUser, PgBouncer } from '@tallystone/testkit/processes/pgbouncer.ts';
import { SlowProxy } from '@tallystone/testkit/processes/slow-proxy.ts';
import { NatsServer } from '@tallystone/testkit/server/nats-server.ts';
import pg from 'pg';
import { type PostgresOptions, startPostgres } from '../scripts/find-postgres.mjs';
import { type MovedClock, openMovedClock } from '../scripts/move-clock.mjs';
import type { ProofDatabase } from './database.ts';

const ROLE = 'tallystone_server';
const CONNECTIONS = 64;

/**
 * The distributed profile: a PostgreSQL that stands for databases on several machines, which can't be installed here. It has the
 * tables of deploy/distributed, its role can't use what such databases lack, PgBouncer is before it in transaction mode, every
 * statement takes 2 ms longer, and messages go through NATS.
 *
 * `stop` fails if a statement used what such databases lack, whether or not this one refused it.
 */
export async function startDistributed(options: PostgresOptions = {}): Promise<ProofDatabase> {
  const server = await startPostgres({ own: true, fsync: process.env.PROVE_SAMPLE !== '1', ...options });
  const nats = await NatsServer.start();
  const owner = await open(server.url);
  await owner.query(`create role ${ROLE} login`);
  // Nothing is before the tables' schema, so that a proof can put a clock of its own there.
  await owner.query(`alter role ${ROLE} set search_path = public, pg_catalog`);
  await owner.query(`alter role ${ROLE} set tallystone.epochs_since = '2026-11-27'`);
  await limitUser(server.url, ROLE);
  const bouncers: PgBouncer[] = [];
  const proxies: SlowProxy[] = [];
  let made = 0;
  let ownerUrl = server.url;

  const create = async (prepare: (url: string) => Promise<void>) => {
    made += 1;
    const name = `tallystone_${made}`;
    await owner.query(`create database ${name}`);
    ownerUrl = withParts(server.url, { pathname: `/${name}` });
    await prepare(ownerUrl);
    await installDistributed(ownerUrl, { role: ROLE, searchPath: 'public, pg_catalog' });
    const serverUrl = withParts(ownerUrl, { username: ROLE });
    const bouncer = await PgBouncer.start(serverUrl, {
      mode: 'transaction',
      settings: { default_pool_size: String(CONNECTIONS) },
    });
    bouncers.push(bouncer);
    const proxy = await SlowProxy.start(bouncer.port);
    proxies.push(proxy);
    return withParts(bouncer.through(serverUrl), { port: String(proxy.port) });
  };
  const database: ProofDatabase = {
    url: await create(async () => undefined),
    get ownerUrl() {
      return ownerUrl;
    },
    settings: { NATS_URL: nats.url },
    async renew() {
      database.url = await create(async () => undefined);
      return database.url;
    },
    async moveClock() {
      const clocks: MovedClock[] = [];
      database.url = await create(async (url) => {
        clocks.push(await openMovedClock(url));
      });
      const [clock] = clocks;
      if (clock === undefined) throw new Error('expected a clock in the new database');
      return { ...clock, url: database.url };
    },
    async stop() {
      const said = await Promise.all(proxies.map((proxy) => proxy.stop()));
      for (const bouncer of bouncers) await bouncer.kill();
      await nats.stop();
      await owner.end();
      await server.stop();
      const lacking = [...new Set(said.flatMap((each) => each.lacking))];
      const statements = said.reduce((sum, each) => sum + each.statements, 0);
      if (lacking.length > 0)
        throw new Error(`distributed databases lack what these statements use:\n${lacking.join('\n')}`);
      if (statements === 0) throw new Error('no statement came to the database');
    },
  };
  return database;
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // If a proof kills the database, the next query fails, not the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function withParts(url: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'port'>>): string {
  return Object.assign(new URL(url), parts).href;
}
