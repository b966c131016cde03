import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type PostgresOptions, startPostgres } from '../scripts/find-postgres.mjs';
import { type MovedClock, openMovedClock } from '../scripts/move-clock.mjs';
import { startDistributed } from './distributed-database.ts';

/** Reads a database from outside the server: plain SQL in, rows out. */
export interface Reader {
  /** Every value as text or null, so that both engines answer alike and no digit of a bigint is lost. */
  rows(sql: string): Promise<Record<string, string | null>[]>;
  close(): Promise<void>;
}

/** A separate PostgreSQL with an empty database. */
export interface ProofDatabase {
  url: string;
  /** Its address for who may do everything with it, past what is in between. */
  readonly ownerUrl: string;
  /** What servers on it need besides its address. */
  settings: Readonly<Record<string, string>>;
  /** Empties the product's database by creating a new one; its address changes. */
  renew(): Promise<string>;
  /** The same, with a clock that can be moved; `url` of the clock is the new address. */
  moveClock(): Promise<MovedClock>;
  stop(): Promise<void>;
}

/** With PROVE_DATABASE=distributed it is the distributed profile; a proof has to give servers the database's `settings` then. */
export async function startDatabase(options: PostgresOptions = {}): Promise<ProofDatabase> {
  if (process.env.PROVE_DATABASE === 'distributed') return startDistributed(options);
  // No proof cuts the power: a killed process's writes are on the machine, and a sample doesn't wait for the disk.
  const server = await startPostgres({ own: true, fsync: process.env.PROVE_SAMPLE !== '1', ...options });
  let made = 0;
  const create = async () => {
    made += 1;
    const name = `tallystone_${made}`;
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const database: ProofDatabase = {
    url: await create(),
    get ownerUrl() {
      return database.url;
    },
    settings: {},
    async renew() {
      database.url = await create();
      return database.url;
    },
    async moveClock() {
      const clock = await openMovedClock(await create());
      database.url = clock.url;
      return clock;
    },
    stop: () => server.stop(),
  };
  return database;
}

export async function readPostgres(url: string): Promise<Reader> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string | Buffer) => String(text) },
  });
  // If the database becomes unreachable, the next query fails, not the process.
  client.on('error', () => undefined);
  await client.connect();
  return {
    rows: async (sql) => (await client.query<Record<string, string | null>>(sql)).rows,
    close: () => client.end(),
  };
}

/** Opens the embedded engine's folder. Only while no server has it open: the engine doesn't lock it. */
export async function readEmbedded(folder: string): Promise<Reader> {
  const client = await PGlite.create({ dataDir: folder });
  return {
    rows: async (sql) => {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
        ),
      );
    },
    close: () => client.close(),
  };
}
