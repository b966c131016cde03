import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * Kills the server process of a transaction during its COMMIT, before the commit takes effect.
 *
 * @param adminUrl of the database, for a superuser whose session lasts
 * @param table a table that the transaction writes to
 */
export async function loseTheCommit(
  { adminUrl, table }: { adminUrl: string; table: string },
  act: () => Promise<unknown>,
): Promise<void> {
  const killer = new pg.Client({ connectionString: adminUrl });
  await killer.connect();
  try {
    // A deferred trigger runs inside COMMIT and waits there for a lock that we hold.
    await killer.query('select pg_advisory_lock(42)');
    await killer.query(`
      create or replace function wait_in_commit() returns trigger language plpgsql security definer as $$
      begin perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock(42); return null; end $$`);
    await killer.query(`
      create constraint trigger wait_in_commit after insert on ${table} deferrable initially deferred
      for each row execute function wait_in_commit()`);
    const acting = act();
    await killWhere(killer, `wait_event_type = 'Lock' and wait_event = 'advisory'`);
    await killer.query('select pg_advisory_unlock(42)');
    await acting;
    await killer.query(`drop trigger wait_in_commit on ${table}`);
  } finally {
    await killer.end();
  }
}

async function killWhere(killer: pg.Client, condition: string): Promise<void> {
  for (;;) {
    const { rows: killed } = await killer.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${condition}`);
    if (killed.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export interface CuttingProxy {
  readonly url: string;
  /** @param before runs after the COMMIT and before the cut */
  cutNextCommit(before?: () => Promise<unknown>): void;
  /** Cuts the connection before what commits has arrived, and lets it arrive later. @returns lets it arrive, and resolves once it has run */
  holdNextCommit(): () => Promise<void>;
  /** @throws Error if a cut was asked for that hasn't happened */
  close(): void;
}

/** COMMIT, and the statement that places bets and commits itself. */
const COMMITTING = ['commit', 'seen_market'];

/** A proxy to the database that cuts the connection when the response to a COMMIT comes back. */
export async function aCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { hostname, port, pathname, username, search } = new URL(databaseUrl);
  let armed: (() => Promise<unknown>) | null = null;
  let holding: ((bytes: Buffer, server: Socket) => void) | null = null;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let beforeCut: (() => Promise<unknown>) | null = null;
    let isHeld = false;
    client.on('data', (bytes) => {
      if (isHeld) return;
      if (holding !== null && COMMITTING.some((word) => bytes.includes(word))) {
        isHeld = true;
        holding(bytes, server);
        holding = null;
        client.destroy();
        return;
      }
      if (armed !== null && COMMITTING.some((word) => bytes.includes(word))) {
        beforeCut = armed;
        armed = null;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (beforeCut === null) client.write(bytes);
      else void beforeCut().finally(() => client.destroy());
    });
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => undefined);
      end.on('close', () => {
        if (!isHeld) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    url: `postgres://${username}@127.0.0.1:${address.port}${pathname}${search}`,
    cutNextCommit: (before = async () => undefined) => {
      armed = before;
    },
    holdNextCommit: () => {
      const held: { bytes: Buffer; server: Socket }[] = [];
      holding = (bytes, server) => held.push({ bytes, server });
      return async () => {
        const [late] = held;
        if (late === undefined) throw new Error('nothing was held back');
        const { bytes, server } = late;
        const answered = new Promise((resolve) => server.once('data', resolve));
        server.write(bytes);
        await answered;
        server.destroy();
      };
    },
    close: () => {
      proxy.close();
      if (armed !== null || holding !== null) throw new Error('nothing was committed through the proxy');
    },
  };
}
