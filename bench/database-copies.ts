import pg from 'pg';
import { startPostgres } from '../scripts/find-postgres.mjs';

/** A separate PostgreSQL whose databases can be copied, so that the starting state of many trials is made once. */
export interface DatabaseCopies {
  /** Creates an empty one. @returns its address */
  create(): Promise<string>;
  /** Creates one with the same contents. The original must have no connections. */
  copy(url: string): Promise<string>;
  /** Also works if someone is connected. */
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openCopies(): Promise<DatabaseCopies> {
  // Only servers on it are killed, not PostgreSQL itself, so it doesn't need to wait for the disk.
  const server = await startPostgres({ own: true, fsync: false });
  let made = 0;
  const run = async (statement: string) => {
    const client = new pg.Client(server.url);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const make = async (like: string, from: string) => {
    made += 1;
    const url = new URL(like);
    url.pathname = `/copy_${made}`;
    await run(`create database copy_${made} ${from}`);
    return url.href;
  };
  return {
    create: () => make(server.url, ''),
    copy: (url) => make(url, `template ${nameOf(url)} strategy file_copy`),
    drop: (url) => run(`drop database ${nameOf(url)} with (force)`),
    stop: () => server.stop(),
  };
}
