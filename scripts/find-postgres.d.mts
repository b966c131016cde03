export interface PostgresOptions {
  /** False trades durability for speed; keep it on if a crash is part of the test. Default: true. */
  fsync?: boolean;
  /** Start one even when TALLYSTONE_TEST_DATABASE_URL or DATABASE_URL names a server. Default false. */
  own?: boolean;
  /** Further settings of postgresql.conf, e.g. `{ max_connections: 300 }`. */
  settings?: Record<string, string | number>;
  /** Where to look for the binaries. Default `any`: the system's, then the package's. */
  from?: 'any' | 'system' | 'package';
  /** The first port to try; if it is in use, others follow. Default: a port that was just free. */
  firstPort?: number;
}

export interface RunningPostgres {
  /** Connection string of a superuser, on the database `postgres`. */
  url: string;
  source: 'environment' | 'system' | 'package';
  /** Shuts down properly and removes the temporary folder. Does nothing to a server that wasn't started here. */
  stop(): Promise<void>;
  /** `kill -9` of the server. Refused for a server that was not started here. */
  kill(): Promise<void>;
}

export function startPostgres(options?: PostgresOptions): Promise<RunningPostgres>;

/**
 * Rejects with a sentence on what is missing and how to get it, if no server can be started, or the named server
 * doesn't respond or can't create databases.
 */
export function requirePostgres(): Promise<void>;

/** The user that a server started here runs as; undefined if this process isn't root and runs it itself. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined;
