export interface PostgresOptions {
  /** Off trades durability for speed; leave it on where a crash is part of the test. Default on. */
  fsync?: boolean;
  /** Start one even when TALLYSTONE_TEST_DATABASE_URL or DATABASE_URL names a server. Default false. */
  own?: boolean;
  /** Further settings of postgresql.conf, e.g. `{ max_connections: 300 }`. */
  settings?: Record<string, string | number>;
  /** Where to look for the binaries. Default `any`: the system's, then the package's. */
  from?: 'any' | 'system' | 'package';
  /** The port that is tried first, and another one when it is in use. Default: one that was free a moment ago. */
  firstPort?: number;
}

export interface RunningPostgres {
  /** Connection string of a superuser, on the database `postgres`. */
  url: string;
  source: 'environment' | 'system' | 'package';
  /** Orderly end; the temporary folder goes too. Does nothing to a server that was not started here. */
  stop(): Promise<void>;
  /** `kill -9` of the server. Refused for a server that was not started here. */
  kill(): Promise<void>;
}

export function startPostgres(options?: PostgresOptions): Promise<RunningPostgres>;

/**
 * Rejects with a sentence that says what is missing, and how to get it, where there is no server to start, or the one that
 * is named does not answer, or takes no new databases.
 */
export function requirePostgres(): Promise<void>;
