import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Db } from './db.ts';
import { type Messenger, usePublisher, usePublisherInTransaction } from './messenger.ts';
import { migrateEmbedded, migratePostgres } from './migrate.ts';
import { natsMessenger } from './nats-messenger.ts';
import { openBooks } from './open-books.ts';
import { embeddedMessenger, postgresMessenger } from './postgres-messenger.ts';
import { PrimaryClient, type PrimaryClientConfig, requirePrimary, switchJitOff } from './primary-client.ts';
import { requireLimits } from './require-limits.ts';

export interface Database {
  readonly db: Db;
  readonly engine: 'postgres' | 'embedded';
  /**
   * Brings the tables up to date. Several processes may call it at once.
   *
   * @param onWait called each time that the migration has to wait for a table in use
   */
  migrate(onWait?: () => void): Promise<void>;
  /** Messages to and from every process on this database. */
  readonly messenger: Messenger;
  /**
   * Requires that the limits of the pool's statements are in force in PostgreSQL, on any of its connections.
   *
   * @throws PoolingProblem if a pooler drops them
   */
  requireLimits(): Promise<void>;
  /** The connections of the pool, and how many queries wait for one; null on the embedded engine. */
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

interface Postgres {
  url: string;
  /** The address for what needs a session of its own, if `url` leads through a pooler in transaction mode. */
  directUrl?: string | null;
  /** Servers of NATS for the messages between processes; null: PostgreSQL sends them. */
  natsUrl?: string | null;
  pool?: Partial<PoolSettings>;
  /** Whether statements may have names: false behind a pooler that doesn't prepare them in every session. */
  keepsPlans?: boolean;
}

export type Where = Postgres | { dataDir: string | null };

/** Opens PostgreSQL at `url`, or the embedded engine in a folder (in memory when `dataDir` is null). */
export async function openDatabase(where: Where): Promise<Database> {
  if ('url' in where) return openPostgres(where);
  return overEmbedded(where.dataDir === null ? await PGlite.create() : await openBooks(where.dataDir));
}

async function openPostgres({
  url,
  directUrl,
  natsUrl = null,
  pool: given,
  keepsPlans = true,
}: Postgres): Promise<Database> {
  const settings = { ...DEFAULT_POOL, ...given };
  const sessionUrl = directUrl ?? url;
  const limits = {
    lock_timeout: settings.lockTimeoutMs,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleInTransactionMs,
  };
  const config: pg.PoolConfig & PrimaryClientConfig = {
    connectionString: url,
    Client: PrimaryClient,
    onConnect: async (client) => {
      if (!settings.mayBeStandby) await requirePrimary(client);
      await switchJitOff(client);
    },
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    ...limits,
    application_name: 'tallystone',
    answerTimeoutMs: settings.answerTimeoutMs,
    keepsPlans,
  };
  const pool = new pg.Pool(config);
  // A broken connection also fails its running query, and the caller handles that. Without these listeners the event would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const messenger = natsUrl === null ? postgresMessenger(sessionUrl) : await natsMessenger(natsUrl);
  const db = Object.assign(drizzlePostgres(pool), { transaction: transactionsOf(pool, messenger) });
  usePublisher(db, messenger);
  return {
    db,
    engine: 'postgres',
    migrate: (onWait) => migratePostgres(sessionUrl, onWait),
    messenger,
    requireLimits: () => requireLimits(db, limits),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await messenger.close();
      await pool.end();
    },
  };
}

/** As Drizzle's own, which never gives a connection back to the pool if its BEGIN fails, as it does while a primary is frozen. */
function transactionsOf(
  pool: pg.Pool,
  messenger: Messenger,
): ReturnType<typeof drizzlePostgres>['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    const connection = drizzlePostgres(client);
    const hasCommitted = usePublisherInTransaction(connection, messenger);
    let hasBegun = false;
    let isCommitting = false;
    try {
      return await connection.transaction(async (tx) => {
        hasBegun = true;
        const made = await work(tx);
        isCommitting = true;
        return made;
      }, config);
    } finally {
      // One that didn't begin is ended: its answer may still come.
      client.release(!hasBegun);
      // Also if COMMIT had no answer: it may be done.
      if (isCommitting) hasCommitted();
    }
  };
}

/** The database of an embedded engine that is already open. */
export function overEmbedded(client: PGlite): Database {
  const db = drizzleEmbedded(client);
  return {
    db,
    engine: 'embedded',
    migrate: () => migrateEmbedded(db),
    messenger: embeddedMessenger(client),
    requireLimits: () => Promise.resolve(),
    connections: () => null,
    close: () => client.close(),
  };
}
