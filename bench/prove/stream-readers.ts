import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { MarketNews } from '@tallystone/core/http-api/stream';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { Arrivals } from '../arrivals.ts';
import { type Bettor, listMarkets, readJson } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { Delays, inWords } from '../delays.ts';
import { followBareStream } from '../follow-bare-stream.ts';
import { openHouseMarket } from '../house-market.ts';
import { memoryOf } from '../memory-of.ts';
import { MemoryWatch } from '../memory-watch.ts';
import { placeAtPace, signLoad } from '../paced-bets.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { signInSolanaBettor } from '../solana-wallet.ts';
import { isEvent, marketsIn, StreamReader } from '../stream-reader.ts';
import { withLane } from '../with-lane.ts';

/**
 * Thousands of readers follow the stream of two servers on one database while prices move: each change is a bet that
 * was signed and accepted. For every reader who reads what it is sent, and every change, the delay runs from the
 * database's clock in the transaction of the bet, before it commits, until the reader first has that version or a
 * newer one. A tenth of the readers reads nothing. Some are signed in, and get events about their own bets.
 */

const SEED = 20261122;
const FROZEN_SHARE = 0.1;
const SIGNED_IN_SHARE = 0.05;
const BETTORS = 20;
const LANES = 32;
const OPENED_AT_ONCE = 50;
/**
 * It took half as long on a busy machine; a stream that falls behind its changes gets slower every second. One that keeps its server from
 * the bets makes their answers late too, which bench/prove/bets-with-readers.ts finds.
 */
const BAR_OF_BARE = 3;
const MEMORY_MB = 400;
/** After the last bet. Checking millions of arrivals takes seconds. */
const LOOK_EVERY_MS = { sample: 250, full: 3_000 } as const;
/** On a busy machine things are late; what hasn't arrived by then is lost. */
const RECEIVED_WITHIN_MS = 300_000;
/** The pace of the stream, and by how much a timer may be early. */
const FRAME_MS = 100;
const EARLY_MS = 5;

interface Scenario {
  readonly readers: number;
  readonly markets: number;
  readonly changesPerSecond: number;
  readonly seconds: number;
}

await prove('stream-readers', async (proof) => {
  const many: Scenario = proof.sample
    ? { readers: 500, markets: 5, changesPerSecond: 10, seconds: 5 }
    : { readers: 5_000, markets: 5, changesPerSecond: 10, seconds: 120 };
  const busy: Scenario = proof.sample
    ? { readers: 100, markets: 20, changesPerSecond: 100, seconds: 5 }
    : { readers: 500, markets: 100, changesPerSecond: 200, seconds: 120 };
  if (process.env.ONLY !== 'busy') await runScenario(proof, many);
  if (process.env.ONLY !== 'many') await runScenario(proof, busy);
});

async function runScenario(proof: Proof, scenario: Scenario): Promise<void> {
  const random = seededRandom(SEED + scenario.readers);
  const adminWallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  const servers = [
    await ServerProcess.start({
      databaseUrl: database.url,
      settings: { ADMIN_WALLETS: adminWallet.address },
    }),
    await ServerProcess.start({
      databaseUrl: database.url,
      settings: { ADMIN_WALLETS: adminWallet.address },
    }),
  ];
  const books = await readPostgres(database.url);
  const lanes = Array.from({ length: LANES }, (_, i) => new HttpConnection(portOf(servers, i)));
  const [first] = lanes;
  if (first === undefined) throw new Error('no connection');
  try {
    const admin = await Admin.signIn({ port: portOf(servers, 0) }, adminWallet);
    const markets: WireListedMarket[] = [];
    for (let i = 0; i < scenario.markets; i++) {
      markets.push(await openHouseMarket(first, { admin, title: `Market ${i} of many` }));
    }
    const bettors: Bettor[] = [];
    for (let i = 0; i < BETTORS; i++) bettors.push(await signInSolanaBettor(first, random));
    const load = signLoad(scenario, { markets, bettors });

    const arrivals = new Arrivals({
      readers: scenario.readers,
      changes: scenario.changesPerSecond * scenario.seconds,
      markets,
    });
    const list = await first.send(httpRequest({ path: '/api/markets' }));
    const after = list.headers.get('tallystone-position');
    const readers = await openReaders(scenario, { servers, bettors, after, arrivals, random });
    proof.say(
      `${readers.length} readers, memory ${servers.map(({ pid }) => memoryOf(pid)).join(' and ')} MB`,
    );

    const watch = new MemoryWatch(servers);
    const cpu = servers.map(({ pid }) => cpuTimeOf(pid));
    const stopBare = await followBareStream(proof, scenario.changesPerSecond);
    const begun = performance.now();
    const { refused, answers } = await placeAtPace(proof, load, {
      lanes,
      perSecond: scenario.changesPerSecond,
    }).finally(() => watch.stop());
    // The pace is that of the scenario, or what the machine can do beside everything else.
    const seconds = Math.max(scenario.seconds, (performance.now() - begun) / 1_000);
    const bare = stopBare();
    const live = readers.filter(({ isFrozen }) => !isFrozen);
    await untilReceived(books, { arrivals, live, everyMs: LOOK_EVERY_MS[proof.sample ? 'sample' : 'full'] });
    const { peak } = watch;
    const used = servers.map(({ pid }, i) => ((cpuTimeOf(pid) ?? 0) - (cpu[i] ?? 0)) / seconds / 10);
    proof.say(`CPU of the servers: ${used.map((share) => `${share.toFixed(0)}%`).join(' and ')}`);

    const measured = await measure(books, { arrivals, live });
    const name = `${scenario.readers} readers over 2 servers, ${readers.length - live.length} of them frozen, ${scenario.changesPerSecond} price changes per second over ${scenario.markets} markets, ${scenario.seconds} s`;
    const what = `${name}: delay from the clock of the bet's transaction to the reader, ${measured.delays.count} measured`;
    for (const [part, share] of [
      ['median', 0.5],
      ['99%', 0.99],
    ] as const) {
      proof.timing(
        ratioRow({
          what: `${what}: ${part}`,
          ms: measured.delays.within(share),
          // The clock of the bet's transaction begins before it commits, which may take long on a slow disk.
          against: 'that of the answers to these bets plus that of a bare stream',
          baseMs: answers.within(share) + bare.within(share),
          most: BAR_OF_BARE,
          more: ` (${inWords(measured.delays)})`,
        }),
      );
    }
    const lost = live.filter(({ stream }) => stream.isClosed).length;
    proof.row({
      what: `${name}: changes that a live reader missed, of ${measured.changes} bets (${refused.length} refused), and live readers cut off`,
      bar: '0 and 0',
      measured: [`${measured.missed} and ${lost}`, ...new Set(refused)].join(', refused: '),
      ok: measured.missed === 0 && lost === 0 && measured.changes === load.length && refused.length === 0,
    });
    // The first one may have been closed while idle.
    const wrong = await withLane(portOf(servers, 0), (lane) => countWrong(lane, { live, markets }));
    proof.row({
      what: "live readers whose final state, odds, probability or volume differs from the API's",
      bar: '0',
      measured: String(wrong),
      ok: wrong === 0,
    });
    const fastest = Math.max(...live.map(({ mostFrames }) => mostFrames));
    proof.row({
      what: `events of changed markets that a reader got within ${FRAME_MS} ms`,
      bar: 'at most 1 from its server on average; late ones come with the next',
      measured: `${(Math.max(...live.map(({ frames }) => frames)) / (seconds * (1_000 / FRAME_MS))).toFixed(2)} on average, ${fastest} at most`,
      ok: live.every(({ frames }) => frames <= (seconds + 1) * (1_000 / FRAME_MS) * 1.05),
    });
    const missing = await countMissing(books, live);
    proof.row({
      what: `own bets that ${live.filter(({ bettor }) => bettor !== null).length} signed-in readers did not receive, of ${missing.due}`,
      bar: '0',
      measured: String(missing.missed),
      ok: missing.missed === 0 && missing.due > 0,
    });
    proof.row({
      what: 'memory of a server, the larger of both',
      bar: `under ${MEMORY_MB} MB`,
      measured: `${peak} MB; frozen readers dropped: ${readers.filter(({ isFrozen, stream }) => isFrozen && stream.isClosed).length}`,
      ok: peak < MEMORY_MB,
    });
    const broken = await checkBooks(books);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
    for (const { stream } of readers) stream.cut();
    await stopAll(proof, servers);
  } finally {
    for (const lane of lanes) lane.close();
    await books.close();
    for (const server of servers) await server.remove();
    await database.stop();
  }
}

function portOf(servers: readonly ServerProcess[], i: number): number {
  const server = servers[i % servers.length];
  if (server === undefined) throw new Error('no server');
  return server.port;
}

async function stopAll(proof: Proof, servers: readonly ServerProcess[]): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(servers.map((server) => server.stop()));
  proof.say(`both servers stopped in ${Math.round(performance.now() - startedAt)} ms`);
}

// ---- the readers ----------------------------------------------------------------------------------------

interface ProofReader {
  readonly place: number;
  readonly stream: StreamReader;
  readonly isFrozen: boolean;
  readonly bettor: Bettor | null;
  /** What it knows of the markets. */
  readonly news: Map<string, MarketNews>;
  readonly ownBets: Set<string>;
  frames: number;
  /** The most events of changed markets within one interval of the stream. */
  mostFrames: number;
}

async function openReaders(
  scenario: Scenario,
  world: {
    servers: readonly ServerProcess[];
    bettors: readonly Bettor[];
    after: string | undefined;
    arrivals: Arrivals;
    random: Random;
  },
): Promise<ProofReader[]> {
  const { servers, bettors, after, arrivals, random } = world;
  const readers: ProofReader[] = [];
  let welcomed = 0;
  const open = (i: number) =>
    new Promise<void>((resolve, reject) => {
      // Spread evenly over both servers.
      const isFrozen = random.chance(FROZEN_SHARE);
      const bettor = random.chance(SIGNED_IN_SHARE) ? random.pick(bettors) : null;
      let isWelcomed = false;
      let lastFrameAt = 0;
      let framesInARow = 1;
      const stream = new StreamReader({
        port: portOf(servers, i),
        after,
        token: bettor?.token,
        onEvent(event) {
          for (const news of marketsIn(event)) {
            const known = reader.news.get(news.id)?.version ?? 0;
            if (news.version <= known) continue;
            reader.news.set(news.id, news);
            arrivals.note(i, news.id, { from: known, to: news.version });
          }
          if (isEvent(event, 'markets') && isWelcomed) {
            const now = performance.now();
            framesInARow = now - lastFrameAt < FRAME_MS - EARLY_MS ? framesInARow + 1 : 1;
            lastFrameAt = now;
            reader.frames += 1;
            reader.mostFrames = Math.max(reader.mostFrames, framesInARow);
          }
          if (isEvent(event, 'account')) for (const { id } of event.data.bets) reader.ownBets.add(id);
          if (!isEvent(event, 'beat') || isWelcomed) return;
          isWelcomed = true;
          welcomed += 1;
          if (isFrozen) stream.freeze();
          resolve();
        },
        onClose: () => reject(new Error(`a reader was refused: ${stream.status}`)),
      });
      const reader: ProofReader = {
        place: i,
        stream,
        isFrozen,
        bettor,
        news: new Map(),
        ownBets: new Set(),
        frames: 0,
        mostFrames: 0,
      };
      readers.push(reader);
    });
  for (let from = 0; from < scenario.readers; from += OPENED_AT_ONCE) {
    const count = Math.min(OPENED_AT_ONCE, scenario.readers - from);
    await Promise.all(Array.from({ length: count }, (_, i) => open(from + i)));
  }
  if (welcomed !== scenario.readers) throw new Error(`${welcomed} readers were accepted`);
  return readers;
}

// ---- results ------------------------------------------------------------------------------------------

/** Until every reader got every bet, including their own, or it is clear that some never will. */
async function untilReceived(
  books: Reader,
  world: { arrivals: Arrivals; live: readonly ProofReader[]; everyMs: number },
): Promise<void> {
  const giveUpAt = performance.now() + RECEIVED_WITHIN_MS;
  const isLacking = async () =>
    (await measure(books, world)).missed > 0 || (await countMissing(books, world.live)).missed > 0;
  while (performance.now() < giveUpAt && (await isLacking())) await sleep(world.everyMs);
}

async function measure(
  books: Reader,
  { arrivals, live }: { arrivals: Arrivals; live: readonly ProofReader[] },
): Promise<{ delays: Delays; missed: number; changes: number }> {
  const bets = await books.rows(`
    select market_id, market_version::text as version, (extract(epoch from placed_at) * 1000)::float8::text as at
    from bets`);
  const delays = new Delays();
  let missed = 0;
  for (const { market_id: marketId, version, at } of bets) {
    for (const reader of live) {
      const arrived = arrivals.of(reader.place, marketId ?? '', Number(version));
      if (arrived === null) missed += 1;
      else delays.add(arrived + arrivals.begin - Number(at));
    }
  }
  return { delays, missed, changes: bets.length };
}

async function countWrong(
  connection: HttpConnection,
  { live, markets }: { live: readonly ProofReader[]; markets: readonly WireListedMarket[] },
): Promise<number> {
  const expected = new Map<string, string>();
  for (const { id } of markets) {
    const answer = await connection.send(httpRequest({ path: `/api/markets/${id}` }));
    const market = readJson<WireListedMarket>(answer);
    const outcomes = market.outcomes.map(({ odds, probability, maxAtOdds }) => [
      odds,
      probability,
      maxAtOdds,
    ]);
    expected.set(id, JSON.stringify([market.version, market.state, market.volume, outcomes]));
  }
  const listed = await listMarkets(connection);
  if (markets.some(({ id }) => !listed.some((market) => market.id === id)))
    throw new Error('a market is gone');
  const isRight = ({ news }: ProofReader) =>
    markets.every(({ id }) => {
      const known = news.get(id);
      if (known === undefined) return false;
      const { version, state, volume, outcomes } = known;
      return JSON.stringify([version, state, volume, outcomes]) === expected.get(id);
    });
  return live.filter((reader) => !isRight(reader)).length;
}

async function countMissing(
  books: Reader,
  live: readonly ProofReader[],
): Promise<{ due: number; missed: number }> {
  const placed = await books.rows('select b.id, u.address from bets b join users u on u.id = b.user_id');
  let due = 0;
  let missed = 0;
  for (const { bettor, ownBets } of live) {
    if (bettor === null) continue;
    for (const { id, address } of placed) {
      if (address !== bettor.wallet.address) continue;
      due += 1;
      if (!ownBets.has(id ?? '')) missed += 1;
    }
  }
  return { due, missed };
}
