import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { buildRelease, PREVIOUS_RELEASE } from '../../scripts/build-release.mjs';
import { driveBets, prepareBets } from '../bet-load.ts';
import type { SignedBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf, parentOf } from '../cpu-time.ts';
import { type ProofDatabase, readPostgres, startDatabase } from '../database.ts';
import { proveInFull } from '../proof.ts';
import { shareOf } from '../share-of.ts';

/**
 * What a bet costs, alone and in batches, against the previous release: each has its own server and its own PostgreSQL. A pair
 * of loads is dealt to them in small parts in turns, so that a neighbour on the machine slows both alike.
 */

const SEED = 20261128;
const PAIRS = 10;
const BETTORS = 60;

interface Way {
  readonly name: string;
  readonly connections: number;
  readonly bets: number;
  readonly inTurn: number;
  readonly most: { readonly server: number; readonly postgres: number };
}

const WAYS: readonly Way[] = [
  {
    name: 'a bet that comes alone',
    connections: 1,
    bets: 400,
    inTurn: 20,
    most: { server: 0.9, postgres: 0.75 },
  },
  {
    name: 'a bet in batches',
    connections: 64,
    bets: 2_000,
    inTurn: 250,
    most: { server: 1.05, postgres: 1.05 },
  },
];

/** CPU time in ms. */
interface Cost {
  readonly server: number;
  readonly postgres: number;
}

/** A server on its own PostgreSQL. */
interface Version {
  readonly server: ServerProcess;
  readonly database: ProofDatabase;
  readonly postgres: number;
}

await proveInFull('bet-cost', async ({ say, row }) => {
  await buildIfStale();
  const entry = await buildRelease(PREVIOUS_RELEASE.commit, temporaryFolder('tallystone-release-'));
  const versions = [await start({ entry }), await start({})];
  try {
    let accepted = 0;
    /** What a bet costs each version. */
    const costs = async ({ connections, bets, inTurn }: Way, seed: number): Promise<Cost[]> => {
      const loads: { version: Version; bets: SignedBet[]; lanes: HttpConnection[]; accepted: number }[] = [];
      for (const version of versions) {
        const signed = await prepareBets(version.server, { seed, bets, bettors: BETTORS });
        loads.push({ version, bets: signed, lanes: [], accepted: 0 });
      }
      // Opened last: a server closes a connection that is idle for seconds.
      for (const load of loads) {
        load.lanes = Array.from({ length: connections }, () => new HttpConnection(load.version.server.port));
        await Promise.all(load.lanes.map((lane) => lane.opened()));
      }
      const before = versions.map(read);
      for (let from = 0; from < bets; from += inTurn) {
        // Neither is always the second.
        const turns = (from / inTurn) % 2 === 0 ? loads : loads.toReversed();
        for (const load of turns) {
          const run = await driveBets(load.lanes, load.bets.slice(from, from + inTurn));
          load.accepted += run.accepted;
        }
      }
      const after = versions.map(read);
      return loads.map((load, i) => {
        for (const lane of load.lanes) lane.close();
        accepted += load.accepted;
        const [from, to] = [before[i], after[i]];
        if (from === undefined || to === undefined) throw new Error('expected the times of both');
        return {
          server: (to.server - from.server) / load.accepted,
          postgres: (to.postgres - from.postgres) / load.accepted,
        };
      });
    };
    for (const way of WAYS) {
      const pairs: { earlier: Cost; now: Cost }[] = [];
      // The first pair warms both up.
      for (let pair = 0; pair <= PAIRS; pair++) {
        const [earlier, now] = await costs(way, SEED + pair);
        if (earlier === undefined || now === undefined) throw new Error('expected the costs of both');
        say(`${way.name}, pair ${pair}: ${inWords(earlier)} before, ${inWords(now)} now`);
        if (pair > 0) pairs.push({ earlier, now });
      }
      for (const of of ['server', 'postgres'] as const) {
        const ratios = pairs.map(({ earlier, now }) => now[of] / earlier[of]);
        const middle = (version: 'earlier' | 'now') =>
          shareOf(
            pairs.map((pair) => pair[version][of]),
            0.5,
          ).toFixed(2);
        const ratio = shareOf(ratios, 0.5);
        row({
          what: `${way.name}: CPU time of ${of === 'server' ? 'the server' : 'PostgreSQL'} against release ${PREVIOUS_RELEASE.version}, median of ${PAIRS} pairs of ${way.bets} bets, ${way.inTurn} in turns over ${way.connections} connections`,
          bar: `at most ${way.most[of]} x`,
          measured: `${ratio.toFixed(2)} x: ${middle('now')} against ${middle('earlier')} ms; pairs from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
          ok: ratio <= way.most[of],
        });
      }
    }
    const broken: string[] = [];
    for (const { database } of versions) {
      const reader = await readPostgres(database.url);
      // The previous release has all of the pool in its account.
      await reader.rows('create table if not exists pool_slices (slot smallint, balance bigint)');
      broken.push(...(await checkBooks(reader)));
      await reader.close();
    }
    row({
      what: `the books by independent SQL (${accepted} bets)`,
      bar: 'all invariants hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    for (const { server, database } of versions) {
      await server.remove();
      await database.stop();
    }
  }
});

async function start(settings: { entry?: string }): Promise<Version> {
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url, ...settings });
  const reader = await readPostgres(database.url);
  const [row] = await reader.rows('select pg_backend_pid()::text as pid');
  // While its connection is open, because PostgreSQL is the parent of the connection's process.
  const postgres = parentOf(Number(row?.pid));
  await reader.close();
  if (postgres === null) throw new Error('this machine does not say what processes cost');
  return { server, database, postgres };
}

function read({ server, postgres }: Version): Cost {
  return { server: cpuTimeOf(server.pid) ?? Number.NaN, postgres: cpuTimeOf(postgres) ?? Number.NaN };
}

function inWords({ server, postgres }: Cost): string {
  return `server ${server.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms`;
}
