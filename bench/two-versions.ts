import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { cpuTimeOf, parentOf } from './cpu-time.ts';
import { type ProofDatabase, readPostgres, startDatabase } from './database.ts';
import { medianOf } from './median-of.ts';
import type { ProofRow } from './proof.ts';

/** CPU time in ms. */
export interface Cost {
  readonly server: number;
  readonly postgres: number;
}

/** A server on its own PostgreSQL. */
export interface Version {
  readonly server: ServerProcess;
  readonly database: ProofDatabase;
  /** The id of PostgreSQL's process. */
  readonly postgres: number;
}

/** @param entry the program of an earlier build; this one if absent */
export async function startVersion(where: {
  entry?: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<Version> {
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url, ...where });
  const reader = await readPostgres(database.url);
  const [row] = await reader.rows('select pg_backend_pid()::text as pid');
  // While its connection is open, because PostgreSQL is the parent of the connection's process.
  const postgres = parentOf(Number(row?.pid));
  await reader.close();
  if (postgres === null) throw new Error('this machine does not say what processes cost');
  return { server, database, postgres };
}

/** @returns says what the version has used since this call */
export function costSince(version: Version): () => Cost {
  const before = read(version);
  return () => {
    const { server, postgres } = read(version);
    return { server: server - before.server, postgres: postgres - before.postgres };
  };
}

function read({ server, postgres }: Version): Cost {
  return { server: cpuTimeOf(server.pid) ?? Number.NaN, postgres: cpuTimeOf(postgres) ?? Number.NaN };
}

/** What both used in the same minute. */
export interface Pair {
  readonly earlier: number;
  readonly now: number;
}

/** The row of a cost, judged by the median of the ratios of pairs. The costs are for information. */
export function pairsRow({
  what,
  pairs,
  most,
  unit,
}: {
  what: string;
  pairs: readonly Pair[];
  most: number;
  unit: string;
}): ProofRow {
  const ratios = pairs.map(({ earlier, now }) => now / earlier);
  const ratio = medianOf(ratios);
  const middle = (version: keyof Pair) => medianOf(pairs.map((pair) => pair[version])).toFixed(2);
  return {
    what,
    bar: `at most ${most} x`,
    measured: `${ratio.toFixed(2)} x: ${middle('now')} against ${middle('earlier')} ${unit}; pairs from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ok: ratio <= most,
  };
}
