import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sqlState } from './sql-state.ts';

/**
 * What a connection has for itself:
 *
 * - `session`: a session of PostgreSQL, directly or through a pooler in session mode.
 * - `transaction`: a session for each transaction, through a pooler that prepares named statements in every session.
 * - `nameless-transaction`: the same through one that doesn't, such as PgBouncer before 1.21.
 */
export type Pooling = 'session' | 'transaction' | 'nameless-transaction';

/** For a connection, and for each answer: a frozen server accepts connections and says nothing. */
export const TIMEOUT_MS = 5000;
/** Behind a busy pooler the first connection may get the same session again by chance. */
const ROUNDS = 20;
/** The named statement doesn't exist in this session, or exists already. */
const MIXED_UP = new Set(['26000', '42P05']);

/** Finds out what is between this process and PostgreSQL. */
export async function findPooling(url: string): Promise<Pooling> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'tallystone-check',
    });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  try {
    const client = await connect();
    const askPid = pidAsker(client);
    // PostgreSQL tells each new connection the number of its process. Poolers make up a number of their own.
    if (Reflect.get(client, 'processID') === (await askPid())) return 'session';
    return await watchSessions(askPid, await connect());
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** Looks whether the session changes while another connection takes one for a transaction. */
async function watchSessions(askPid: () => Promise<number>, other: pg.Client): Promise<Pooling> {
  const pids = new Set<number>();
  try {
    for (let round = 0; round < ROUNDS && pids.size < 2; round++) {
      // Twice, for poolers that hand out the session that was idle for the longest.
      pids.add(await askPid());
      pids.add(await askPid());
      await other.query('begin');
      pids.add(await askPid());
      await other.query('rollback');
    }
  } catch (error) {
    if (MIXED_UP.has(sqlState(error) ?? '')) return 'nameless-transaction';
    throw error;
  }
  return pids.size > 1 ? 'transaction' : 'session';
}

/** Asks under a name, which only exists in the session that prepared it unless a pooler sees to it. */
function pidAsker(client: pg.Client): () => Promise<number> {
  const name = `check-${randomUUID()}`;
  return async () => {
    const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' });
    return rows[0]?.pid ?? 0;
  };
}
