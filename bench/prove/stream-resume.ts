import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { MarketNews } from '@tallystone/core/http-api/stream';
import { ConnectionLost, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { type Bettor, listMarkets, readJson, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { differences } from '../differences.ts';
import { openHouseMarket } from '../house-market.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { askBets, newsOf, ResumingReader } from '../resuming-reader.ts';
import { signInSolanaBettor } from '../solana-wallet.ts';
import { withLane } from '../with-lane.ts';

/**
 * Readers of the stream lose their connections at random, some with an event in transit, stay away for a while and
 * reconnect at one server or the other, while bets are placed, markets are opened, paused, archived, resolved and paid, and
 * a server is killed. In the end each of them has the markets and, if signed in, the bets that the database has.
 */

const SEED = 20261122;
const READERS = 40;
const SIGNED_IN = 10;
const MARKETS = 12;
const CUTS_OF_ROUND = 200;
const LONGEST_AWAY_MS = 600;
/** One in this many reconnects as after days, and gets everything. */
const LONG_EVERY = 20;
const BETWEEN_CUTS_MS = 12;
const ACTORS = 6;
const BETS_IN_A_ROW = 10;

interface Round {
  cuts: number;
  bets: number;
  acts: number;
  replays: { markets: number; snapshots: number };
  problems: string[];
}

interface World {
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly admin: Admin;
  readonly bettors: readonly Bettor[];
  readonly reader: Reader;
}

await prove('stream-resume', async (proof) => {
  const wanted = proof.sample ? 100 : 2_000;
  const progress = openProgress<Round>('stream-resume', !proof.sample);
  await withWorld(async (world) => {
    const cuts = () => progress.rounds.reduce((sum, round) => sum + round.cuts, 0);
    while (cuts() < wanted) {
      const random = seededRandom(SEED + progress.rounds.length);
      const round = await runRound(world, random, Math.min(CUTS_OF_ROUND, wanted - cuts()));
      progress.add(round);
      const { problems, ...counts } = round;
      for (const problem of problems.slice(0, 10)) proof.say(problem);
      proof.say(`${cuts()} of ${wanted}: ${JSON.stringify(counts)}`);
    }
    const broken = await checkBooks(world.reader);
    report(proof, { rounds: progress.rounds, wanted, broken });
  });
  progress.clear();
});

function report(
  proof: Proof,
  { rounds, wanted, broken }: { rounds: readonly Round[]; wanted: number; broken: readonly string[] },
): void {
  const sum = (what: (round: Round) => number) => rounds.reduce((total, round) => total + what(round), 0);
  const problems = rounds.flatMap((round) => round.problems);
  proof.row({
    what: `${sum(({ cuts }) => cuts)} connections of readers cut at random and resumed at one of 2 servers, one of which was killed ${rounds.length} times, while ${sum(({ bets }) => bets)} bets were placed and markets opened, paused, put away and paid ${sum(({ acts }) => acts)} times: markets and own bets in which a reader ends unlike the database`,
    bar: '0',
    measured: problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join('; ')}`,
    ok: problems.length === 0 && sum(({ cuts }) => cuts) >= wanted,
  });
  const markets = sum(({ replays }) => replays.markets);
  const snapshots = sum(({ replays }) => replays.snapshots);
  proof.row({
    what: 'ways of resuming that occurred',
    bar: 'both',
    measured: `${snapshots} snapshots, ${markets} events of changed markets`,
    ok: markets > 0 && snapshots > 0 && sum(({ bets }) => bets) > 0 && sum(({ acts }) => acts) > 0,
  });
  proof.row({
    what: 'ledger invariants afterwards, by independent SQL',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const random = seededRandom(SEED - 1);
  const wallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  // Both have one address, for which wallets sign.
  const settings = {
    ...database.settings,
    ADMIN_WALLETS: wallet.address,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    // Nothing listens there: only the proof moves markets.
    AZURO_API_URL: 'http://127.0.0.1:9',
    AZURO_WS_URL: 'ws://127.0.0.1:9',
  };
  const servers = [
    await ServerProcess.start({ databaseUrl: database.url, settings }),
    await ServerProcess.start({ databaseUrl: database.url, settings }),
  ] as const;
  const reader = await readPostgres(database.url);
  try {
    const connection = new HttpConnection(servers[0].port);
    // At the server that is never killed.
    const admin = await Admin.signIn(servers[0], wallet);
    const bettors: Bettor[] = [];
    for (let i = 0; i < SIGNED_IN; i++) bettors.push(await signInSolanaBettor(connection, random));
    for (let i = 0; i < MARKETS; i++) {
      await openHouseMarket(connection, { admin, title: `Market ${randomUUID()}` });
    }
    connection.close();
    await work({ servers, admin, bettors, reader });
  } finally {
    await reader.close();
    for (const server of servers) await server.remove();
    await database.stop();
  }
}

async function runRound(world: World, random: Random, cuts: number): Promise<Round> {
  const { servers, bettors } = world;
  const anyPort = () => random.pick(servers).port;
  const readers = Array.from(
    { length: READERS },
    (_, i) => new ResumingReader(i < SIGNED_IN ? (bettors[i] ?? null) : null, anyPort),
  );
  for (const reader of readers) await reader.begin();

  const counts = { bets: 0, acts: 0, isOver: false };
  const actors = Array.from({ length: ACTORS }, () => act(world, random, counts));
  const restart = sleep((cuts * BETWEEN_CUTS_MS) / 2).then(async () => {
    await servers[1].kill();
    await servers[1].start();
  });
  for (let cut = 0; cut < cuts; cut++) {
    const how = random.pick(['now', 'with-the-next-event'] as const);
    const wasLong = cut % LONG_EVERY === 0;
    random.pick(readers).cut(how, random.between(0, LONGEST_AWAY_MS), { wasLong });
    await sleep(random.exponential(BETWEEN_CUTS_MS));
  }
  await restart;
  counts.isOver = true;
  await Promise.all(actors);
  // Until each of them got an event which says that nothing is missing.
  await sleep(LONGEST_AWAY_MS);

  // The demo opens markets automatically: what is compared must not change meanwhile.
  let problems: string[];
  let before: string;
  do {
    before = await listedVersions(world);
    await Promise.all(readers.map((reader) => reader.settled()));
    problems = await compare(world, readers);
  } while ((await listedVersions(world)) !== before);
  for (const reader of readers) reader.end();
  const replays = {
    markets: readers.reduce((sum, reader) => sum + reader.replays.markets, 0),
    snapshots: readers.reduce((sum, reader) => sum + reader.replays.snapshots, 0),
  };
  return { cuts, bets: counts.bets, acts: counts.acts, replays, problems };
}

// ---- what happens meanwhile -----------------------------------------------------------------------------

async function act(
  world: World,
  random: Random,
  counts: { bets: number; acts: number; isOver: boolean },
): Promise<void> {
  while (!counts.isOver) {
    try {
      if (random.chance(0.6)) counts.bets += await bet(world, random);
      else counts.acts += await administer(world, random);
    } catch (error) {
      // A server was killed during it: its effect is published or not, like anything else.
      if (!(error instanceof ConnectionLost)) throw error;
    }
    await sleep(random.between(0, 30));
  }
}

/** Some bets at the odds of the list. @returns how many were accepted: others were too late for market or odds */
async function bet({ servers, bettors }: World, random: Random): Promise<number> {
  const connection = new HttpConnection(random.pick(servers).port);
  let accepted = 0;
  try {
    const open = (await listMarkets(connection)).filter(({ state }) => state === 'open');
    for (let i = 0; i < BETS_IN_A_ROW && open.length > 0; i++) {
      const market = random.pick(open);
      const { id: outcomeId, odds } = random.pick(market.outcomes);
      if (odds === null) continue;
      const terms = { bettor: random.pick(bettors), marketId: market.id, outcomeId, amount: 0.1, odds };
      const { request } = signBet({ ...terms, quoteId: null, key: randomUUID() });
      if ((await connection.send(request)).status === 200) accepted += 1;
      await sleep(random.between(0, 20));
    }
    return accepted;
  } finally {
    connection.close();
  }
}

/** @returns 1 if something was done */
async function administer({ servers, admin }: World, random: Random): Promise<number> {
  const connection = new HttpConnection(servers[0].port);
  try {
    const markets = (await listMarkets(connection)).filter(({ source }) => source === 'custom');
    const bulk = async (ids: string[], action: string) =>
      readJson<object>(await admin.call('POST', '/api/admin/markets/bulk', { ids, action }));
    const order = random.pick(['open', 'open', 'pause', 'resume', 'resume', 'archive', 'end'] as const);
    const market = random.pick(markets);
    if (order === 'open' || markets.length < MARKETS / 2) {
      await openHouseMarket(connection, { admin, title: `Market ${randomUUID()}` });
    } else if (order === 'end') {
      readJson<object>(await admin.call('POST', '/api/admin/markets/bulk', await admin.closing(market.id)));
      await resolve(admin, market, random);
    } else if (order === 'resume') {
      await bulk(
        markets.map(({ id }) => id),
        'enable',
      );
    } else await bulk([market.id], order === 'pause' ? 'disable' : 'archive');
    return 1;
  } finally {
    connection.close();
  }
}

async function resolve(admin: Admin, { id, outcomes }: WireListedMarket, random: Random): Promise<void> {
  const path = `/api/admin/markets/${id}/resolve`;
  const asked = { outcomeId: random.pick(outcomes).id, evidence: 'https://example.org/result' };
  const rehearsed = await admin.call('POST', path, { ...asked, dryRun: true });
  // Another actor may already have ended it.
  if (rehearsed.status !== 200) return;
  const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(rehearsed);
  const signed = await admin.sign({ kind: 'approve-result', rehearsal });
  await admin.call('POST', path, { ...asked, hash: rehearsal.hash, signed });
}

// ---- what the readers finally know ------------------------------------------------------------------------

async function listedVersions({ servers }: World): Promise<string> {
  return withLane(servers[0].port, async (lane) =>
    JSON.stringify((await listMarkets(lane)).map(({ id, version }) => [id, version])),
  );
}

async function compare(world: World, readers: readonly ResumingReader[]): Promise<string[]> {
  const connection = new HttpConnection(world.servers[0].port);
  const listed = new Map((await listMarkets(connection)).map((market) => [market.id, newsOf(market)]));
  connection.close();
  // The server builds the list: its versions must be those of the database.
  const problems: string[] = [];
  const rows = await world.reader.rows(
    `select id, version::text from markets where state in ('open', 'suspended', 'closed') and archived_at is null
      and ends_at > clock_timestamp()`,
  );
  const stored = new Map(rows.map(({ id, version }) => [id ?? '', Number(version)]));
  if (JSON.stringify(versionsOf(listed)) !== JSON.stringify([...stored].sort(byId)))
    problems.push('the list is not what the database has');
  for (const [i, reader] of readers.entries()) {
    problems.push(...differences(reader.markets, listed).map((text) => `reader ${i}: market ${text}`));
    const bets = await askBets(reader.bettor, () => world.servers[0].port);
    const due = new Map(bets.map((each) => [each.id, endOf(each)]));
    const known = new Map([...reader.bets].map(([id, each]) => [id, endOf(each)]));
    problems.push(...differences(known, due).map((text) => `reader ${i}: bet ${text}`));
  }
  return problems;
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function versionsOf(markets: ReadonlyMap<string, Omit<MarketNews, 'listed'>>): [string, number][] {
  return [...markets].map(([id, { version }]): [string, number] => [id, version]).sort(byId);
}

/** The final parts of a bet: its cash-out value moves with the market, and is requested separately. */
function endOf({ id, amount, odds, status, result, paid, profit, endedAt }: WireBet) {
  return { id, amount, odds, status, result, paid, profit, endedAt };
}
