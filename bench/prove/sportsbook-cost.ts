import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { buildRelease } from '../../scripts/build-release.mjs';
import { addMarkets } from '../add-markets.ts';
import { betCosts } from '../bet-costs.ts';
import { type Bettor, listMarkets } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { readPostgres } from '../database.ts';
import { type Followers, followChanges } from '../follow-changes.ts';
import { placeAtPace, signLoad } from '../paced-bets.ts';
import { type Proof, proveInFull } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { signInBettor } from '../sign-in-bettor.ts';
import { type Pair, pairsRow, startVersion, type Version } from '../two-versions.ts';
import { withLane } from '../with-lane.ts';

/**
 * What the sportsbook, with all markets of games, players, combos and bets in play, costs those who don't use it: a bet on one
 * hot market, an answer with the list, and a change on the stream, against the last version without any of it. Both versions
 * have the same markets and no feed, on their own servers and PostgreSQL, and take turns in small parts, so that a neighbour
 * on the machine slows both alike.
 */

/** The last one that imports only the main market of a game. */
const EARLIER = 'c03bf8fa776d631f5e0ae553bb59114226629c22';
const SEED = 20261130;
const PAIRS = 10;
const MOST = 1.05;
const MARKETS = 500;
const NO_FEED = { AZURO_API_URL: 'http://127.0.0.1:9', AZURO_WS_URL: 'ws://127.0.0.1:9' };
const BETS = { connections: 64, bets: 3_000, inTurn: 250 };
const LIST = { connections: 32, answers: 5_000, turns: 6 };
/**
 * In each turn, every market changes once. At one pace for both: an edge sends what has changed at most ten times a second, so if
 * the bets of a version took longer, its edge would send more often for the same changes.
 */
const STREAM = { readers: 200, connections: 32, bettors: 20, turns: 6, perSecond: 250 };

await proveInFull('sportsbook-cost', async (proof) => {
  await buildIfStale();
  const entry = await buildRelease(EARLIER, temporaryFolder('tallystone-release-'));
  const versions = [
    await startVersion({ entry, settings: NO_FEED }),
    await startVersion({ settings: NO_FEED }),
  ] as const;
  const edges: ServerProcess[] = [];
  try {
    for (const { server, database } of versions) {
      // It made the tables; the markets are added while it is down.
      await server.stop();
      await addMarkets(database.url, MARKETS);
      await server.start();
    }
    const list = await inPairs(async (pair) => {
      // A process keeps how its code was compiled and its memory laid out, which alone makes one of two equal ones cheaper by
      // up to 8%. So each pair has new ones, and a round of answers warms them up.
      await Promise.all(versions.map(({ server }) => server.stop().then(() => server.start())));
      await listCosts(versions, pair);
      return listCosts(versions, pair);
    });
    proof.row(
      pairsRow({
        what: `CPU time of the server for an answer of GET /api/markets, gzip, with ${MARKETS} markets and constant prices, median of ${PAIRS} pairs of new processes with ${LIST.turns * LIST.answers} answers each, ${LIST.answers} in turns over ${LIST.connections} connections`,
        pairs: list.map(({ earlier, now }) => ({ earlier: 1_000 * earlier, now: 1_000 * now })),
        most: MOST,
        unit: 'microseconds',
      }),
    );

    for (const [i, { database }] of versions.entries())
      edges.push(
        await ServerProcess.start({
          databaseUrl: database.url,
          settings: { ...NO_FEED, ROLE: 'edge', DATABASE_CONNECTIONS: '4' },
          ...(i === 0 && { entry }),
        }),
      );
    let changes = 0;
    const stream = await inPairs(async (pair) => {
      const { costs, accepted } = await streamCosts(proof, versions, { edges, seed: SEED + pair });
      changes += accepted;
      return costs;
    });
    for (const edge of edges) await edge.remove();
    proof.row(
      pairsRow({
        what: `CPU time of an edge for a change on the stream of ${STREAM.readers} readers while bets change all of ${MARKETS} markets, median of ${PAIRS} pairs of ${STREAM.turns * MARKETS} changes, ${MARKETS} in turns at ${STREAM.perSecond} a second, which every reader gets`,
        pairs: stream,
        most: MOST,
        unit: 'ms',
      }),
    );

    let accepted = 0;
    const postgres: Pair[] = [];
    const server = await inPairs(async (pair) => {
      const { costs, accepted: count } = await betCosts(versions, BETS, SEED + pair);
      accepted += count;
      const [earlier, now] = costs;
      if (earlier === undefined || now === undefined) throw new Error('expected the costs of both');
      proof.say(`PostgreSQL: ${earlier.postgres.toFixed(3)} ms before, ${now.postgres.toFixed(3)} ms now`);
      if (pair > 0) postgres.push({ earlier: earlier.postgres, now: now.postgres });
      return [earlier.server, now.server];
    });
    for (const [of, pairs] of Object.entries({ 'the server': server, PostgreSQL: postgres }))
      proof.row(
        pairsRow({
          what: `CPU time of ${of} for a bet on one hot market in batches, median of ${PAIRS} pairs of ${BETS.bets} bets, ${BETS.inTurn} in turns over ${BETS.connections} connections`,
          pairs,
          most: MOST,
          unit: 'ms',
        }),
      );
    await proveBooks(changes + accepted);
  } finally {
    for (const edge of edges) await edge.remove();
    for (const { server, database } of versions) {
      await server.remove();
      await database.stop();
    }
  }

  /** @param costs what each version used, in ms */
  async function inPairs(costs: (pair: number) => Promise<readonly number[]>): Promise<Pair[]> {
    const pairs: Pair[] = [];
    // The first pair warms both up.
    for (let pair = 0; pair <= PAIRS; pair++) {
      const [earlier = Number.NaN, now = Number.NaN] = await costs(pair);
      proof.say(`pair ${pair}: ${earlier.toFixed(4)} ms before, ${now.toFixed(4)} ms now`);
      if (pair > 0) pairs.push({ earlier, now });
    }
    return pairs;
  }

  /** The tables of the earlier version have fewer rules than this one's, so only its bets are counted. */
  async function proveBooks(acknowledged: number): Promise<void> {
    let booked = 0;
    const broken: string[] = [];
    for (const [i, { database }] of versions.entries()) {
      const reader = await readPostgres(database.url);
      const [row] = await reader.rows('select count(*) as count from bets');
      booked += Number(row?.count);
      if (i === 1) broken.push(...(await checkBooks(reader)));
      await reader.close();
    }
    proof.row({
      what: 'bets in the databases of both, of those that were acknowledged; the books of this version by independent SQL',
      bar: `all ${acknowledged}; all invariants hold`,
      measured: `${booked}; ${broken.length === 0 ? 'all hold' : broken.join('; ')}`,
      ok: booked === acknowledged && broken.length === 0,
    });
  }
});

/** CPU time of each version's server for an answer with the whole list, in ms. */
async function listCosts(versions: readonly Version[], pair: number): Promise<number[]> {
  const request = httpRequest({ path: '/api/markets', headers: { 'accept-encoding': 'gzip' } });
  const used = versions.map(() => 0);
  for (let turn = 0; turn < LIST.turns; turn++) {
    for (const i of inTurn(turn + pair)) {
      const { port, pid } = versionOf(versions, i).server;
      const lanes = Array.from({ length: LIST.connections }, () => new HttpConnection(port));
      await Promise.all(lanes.map((lane) => lane.opened()));
      const before = cpuTimeOf(pid) ?? Number.NaN;
      let left = LIST.answers;
      await Promise.all(
        lanes.map(async (lane) => {
          while (left-- > 0) {
            const { status } = await lane.send(request);
            if (status !== 200) throw new Error(`the list was answered with ${status}`);
          }
        }),
      );
      // Only in its turn: what it does by itself meanwhile is no part of an answer.
      used[i] = (used[i] ?? 0) + (cpuTimeOf(pid) ?? Number.NaN) - before;
      for (const lane of lanes) lane.close();
    }
  }
  return used.map((ms) => ms / (LIST.turns * LIST.answers));
}

/** CPU time of each version's edge for a change that all readers got, in ms. The bets cost the servers, not the edges. */
async function streamCosts(
  proof: Proof,
  versions: readonly Version[],
  { edges, seed }: { edges: readonly ServerProcess[]; seed: number },
): Promise<{ costs: number[]; accepted: number }> {
  const sides: {
    edge: ServerProcess;
    lanes: HttpConnection[];
    load: ReturnType<typeof signLoad>;
    followers: Followers;
    used: number;
  }[] = [];
  for (const [i, { server }] of versions.entries()) {
    const edge = edges[i];
    if (edge === undefined) throw new Error('expected an edge of each version');
    const load = await withLane(server.port, (lane) => signBets(lane, seed));
    const followers = await followChanges(edge, { readers: STREAM.readers, of: isAdded });
    sides.push({ edge, lanes: [], load, followers, used: 0 });
  }
  // Opened last: a server closes a connection that is idle for long.
  for (const [i, { server }] of versions.entries()) {
    const lanes = sides[i]?.lanes;
    for (let lane = 0; lane < STREAM.connections; lane++) lanes?.push(new HttpConnection(server.port));
  }
  for (let turn = 0; turn < STREAM.turns; turn++) {
    for (const i of inTurn(turn)) {
      const side = sides[i];
      if (side === undefined) throw new Error('expected a side');
      const before = cpuTimeOf(side.edge.pid) ?? Number.NaN;
      const { lanes, load } = side;
      const { perSecond } = STREAM;
      const bets = load.slice(turn * MARKETS, (turn + 1) * MARKETS);
      const { refused } = await placeAtPace(proof, bets, { lanes, perSecond });
      if (refused.length > 0) throw new Error(`bets were refused: ${refused.join()}`);
      await side.followers.received((turn + 1) * MARKETS);
      side.used += (cpuTimeOf(side.edge.pid) ?? Number.NaN) - before;
    }
  }
  for (const { followers, lanes } of sides) {
    followers.stop();
    for (const lane of lanes) lane.close();
  }
  const changes = STREAM.turns * MARKETS;
  return { costs: sides.map(({ used }) => used / changes), accepted: sides.length * changes };
}

/** A bet on each market for every turn. */
async function signBets(lane: HttpConnection, seed: number): Promise<ReturnType<typeof signLoad>> {
  const random = seededRandom(seed);
  const markets = (await listMarkets(lane)).filter(isAdded);
  const bettors: Bettor[] = [];
  for (let i = 0; i < STREAM.bettors; i++) bettors.push(await signInBettor(lane, random));
  return signLoad({ changesPerSecond: MARKETS, seconds: STREAM.turns }, { markets, bettors });
}

/** Whether it is one of those that both versions have. */
function isAdded({ title }: WireListedMarket): boolean {
  return title.startsWith('Will question number ');
}

/** Neither is always the second. */
function inTurn(turn: number): readonly number[] {
  return turn % 2 === 0 ? [0, 1] : [1, 0];
}

function versionOf(versions: readonly Version[], i: number): Version {
  const version = versions[i];
  if (version === undefined) throw new Error('expected two versions');
  return version;
}
