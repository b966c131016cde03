import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Db } from './db.ts';
import { type Listener, listenOnPostgres } from './listen-on-postgres.ts';
import { migrateEmbedded, migratePostgres } from './migrate.ts';
import { openBooks } from './open-books.ts';
import { PrimaryClient, type PrimaryClientConfig, requirePrimary } from './primary-client.ts';

export interface Database {
  readonly db: Db;
  readonly engine: 'postgres' | 'embedded';
  /** Brings the tables up to date. Several processes may call it at once. */
  migrate(): Promise<void>;
  /** Receives what `notify` sends, from every process on this database. Returns a function that stops listening. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** The connections of this process, and how many queries wait for one; null on the embedded engine. */
  connections(): { busy: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
}

const DEFAULT_POOL = {
  connections: 16,
  /** How long to wait for a free or new connection. */
  connectTimeoutMs: 5000,
  lockTimeoutMs: 1000,
  statementTimeoutMs: 3000,
  idleInTransactionMs: 5000,
  /** A connection ends if an answer takes longer. More than all limits above; 0: any time. */
  answerTimeoutMs: 10_000,
  /** Whether a standby is as good as the primary, as for programs that only read. */
  mayBeStandby: false,
};
export type PoolSettings = typeof DEFAULT_POOL;

/** Opens PostgreSQL at `url`, or the embedded engine in a folder (in memory when `dataDir` is null). */
export async function openDatabase(
  where: { url: string; pool?: Partial<PoolSettings> } | { dataDir: string | null },
): Promise<Database> {
  if ('url' in where) return openPostgres(where.url, { ...DEFAULT_POOL, ...where.pool });
  return overEmbedded(where.dataDir === null ? await PGlite.create() : await openBooks(where.dataDir));
}

function openPostgres(url: string, settings: PoolSettings): Database {
  const config: pg.PoolConfig & PrimaryClientConfig = {
    connectionString: url,
    Client: PrimaryClient,
    ...(!settings.mayBeStandby && { onConnect: requirePrimary }),
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleInTransactionMs,
    application_name: 'tallystone',
    answerTimeoutMs: settings.answerTimeoutMs,
  };
  const pool = new pg.Pool(config);
  // A broken connection also fails its running query, and the caller handles that. Without these listeners the event would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    db: drizzlePostgres(pool),
    engine: 'postgres',
    migrate: () => migratePostgres(url),
    listen: (channel, listener) => listenOnPostgres(url, channel, listener),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** The database of an embedded engine that is already open. */
export function overEmbedded(client: PGlite): Database {
  const db = drizzleEmbedded(client);
  return {
    db,
    engine: 'embedded',
    migrate: () => migrateEmbedded(db),
    listen: (channel, listener) => client.listen(channel, (payload) => listener.onMessage(payload)),
    connections: () => null,
    close: () => client.close(),
  };
}
