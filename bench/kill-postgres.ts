import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RECOVERY_LIMIT_MS = 300_000;

/**
 * kill -9 of every process of a PostgreSQL on this machine except its supervisor, which then recovers
 * from the write-ahead log as after a power cut. Linux only.
 *
 * @returns milliseconds until it accepted connections again
 */
export async function killPostgres(url: string): Promise<number> {
  const { parents, watcher } = await withBackend(url, (pid) => {
    const all = parentsOfAll();
    return { parents: all, watcher: all.get(pid) };
  });
  if (watcher === undefined) throw new Error('the server runs on another machine, or without /proc');
  const startedAt = performance.now();
  for (const [pid, parent] of parents) {
    if (parent === watcher) kill(pid);
  }
  for (;;) {
    await sleep(20);
    // A connection that still answers may be served by the killed process, which is about to end.
    const found = await withBackend(url, (pid) => pid).catch(() => null);
    if (found !== null && !parents.has(found)) return performance.now() - startedAt;
    if (performance.now() - startedAt > RECOVERY_LIMIT_MS) throw new Error('PostgreSQL did not come back');
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
}

/** Finds the process that serves a connection, while it is open. */
async function withBackend<T>(url: string, look: (pid: number) => T): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return look(rows[0]?.pid ?? 0);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Every process of this machine, with its parent. */
export function parentsOfAll(): Map<number, number> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    all.flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name, in brackets, may contain spaces; after it come the state and the parent.
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        // It ended between the two reads.
        return [];
      }
    }),
  );
}
