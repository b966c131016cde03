import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { limitUser, PgBouncer } from '@tallystone/testkit/processes/pgbouncer.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { NatsServer } from '@tallystone/testkit/server/nats-server.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { Arrivals } from '../arrivals.ts';
import { type Bettor, listMarkets } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { Delays, inWords } from '../delays.ts';
import { differences } from '../differences.ts';
import { followBareStream } from '../follow-bare-stream.ts';
import { openHouseMarket } from '../house-market.ts';
import { placeAtPace, signLoad } from '../paced-bets.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { newsOf, ResumingReader } from '../resuming-reader.ts';
import { signInSolanaBettor } from '../solana-wallet.ts';
import { until } from '../until.ts';
import { withLane } from '../with-lane.ts';

/**
 * One server takes bets, two edges serve thousands of readers, and NATS carries the messages. All three reach PostgreSQL through
 * PgBouncer in transaction mode, where no message could arrive. While prices move, one edge is
 * killed: its readers go to the other one with the id of their last event. Then NATS is killed too. Each reader must end with
 * the markets that the server lists.
 */

const SEED = 20261127;
const MARKETS = 5;
const BETTORS = 20;
const LANES = 16;
const SIGNED_IN_SHARE = 0.05;
const BEGUN_AT_ONCE = 50;
/** As for readers of servers, in stream-readers.ts. */
const BAR_OF_BARE = 3;

await prove('edges', async (proof) => {
  const scenario = proof.sample
    ? { readers: 300, changesPerSecond: 10, seconds: 6 }
    : { readers: 5_000, changesPerSecond: 10, seconds: 120 };
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  const nats = await NatsServer.start();
  await limitUser(database.url);
  const bouncer = await PgBouncer.start(database.url, { mode: 'transaction' });
  const settings = {
    NATS_URL: nats.url,
    // Nothing listens there: only the bets move markets.
    AZURO_API_URL: 'http://127.0.0.1:9',
    AZURO_WS_URL: 'ws://127.0.0.1:9',
  };
  const start = (more: Record<string, string>) =>
    ServerProcess.start({
      databaseUrl: bouncer.through(database.url),
      settings: { ...settings, ...more },
    });
  // It migrates, for which it needs a session.
  const server = await start({ ADMIN_WALLETS: wallet.address, DATABASE_DIRECT_URL: database.url });
  const edges = [
    await start({ ROLE: 'edge', DATABASE_CONNECTIONS: '4' }),
    await start({ ROLE: 'edge', DATABASE_CONNECTIONS: '4' }),
  ] as const;
  const books = await readPostgres(database.url);
  const lanes = Array.from({ length: LANES }, () => new HttpConnection(server.port));
  const [first] = lanes as [HttpConnection];
  try {
    const admin = await Admin.signIn(server, wallet);
    const markets: WireListedMarket[] = [];
    for (let i = 0; i < MARKETS; i++)
      markets.push(await openHouseMarket(first, { admin, title: `Market ${i} for readers` }));
    const bettors: Bettor[] = [];
    for (let i = 0; i < BETTORS; i++) bettors.push(await signInSolanaBettor(first, random));
    const load = signLoad(scenario, { markets, bettors });
    const arrivals = new Arrivals({
      readers: scenario.readers,
      changes: scenario.changesPerSecond * scenario.seconds,
      markets,
    });
    const readers = Array.from({ length: scenario.readers }, (_, i) => {
      const own = edges[i % 2] as ServerProcess;
      const portOf = () => (own.isRunning ? own : edges[1]).port;
      const bettor = random.chance(SIGNED_IN_SHARE) ? random.pick(bettors) : null;
      return new ResumingReader(bettor, portOf, (id, versions) => arrivals.note(i, id, versions));
    });
    for (let i = 0; i < readers.length; i += BEGUN_AT_ONCE)
      await Promise.all(readers.slice(i, i + BEGUN_AT_ONCE).map((reader) => reader.begin()));
    await Promise.all(readers.map((reader) => reader.settled()));
    const welcomed = snapshotsOf(readers);

    const stopBare = await followBareStream(proof, scenario.changesPerSecond);
    const halfWay = async () => ((await countBets(books)) > load.length / 2 ? true : null);
    const killed = until(halfWay, 'half of the bets').then(() => edges[0].kill());
    const { refused, answers } = await placeAtPace(proof, load, {
      lanes,
      perSecond: scenario.changesPerSecond,
    });
    await killed;
    const bare = stopBare();

    const name = `${scenario.readers} readers on two edges, ${scenario.changesPerSecond} price changes per second for ${scenario.seconds} s`;
    const wrong = await compare(server, readers);
    proof.row({
      what: `${name}, one edge killed half-way and its readers resumed at the other: readers that end with other markets than the server lists`,
      bar: '0',
      measured: wrong.length === 0 ? '0' : `${wrong.length}: ${wrong.slice(0, 3).join('; ')}`,
      ok: wrong.length === 0 && refused.length === 0,
    });
    proof.row({
      what: 'readers of the killed edge that needed a snapshot: the other edge has what they missed',
      bar: '0',
      measured: String(snapshotsOf(readers) - welcomed),
      ok: snapshotsOf(readers) === welcomed,
    });
    const { all, moved, missed } = await measure(books, { arrivals, readers });
    proof.row({
      what: 'bets whose change a reader never got',
      bar: '0',
      measured: String(missed),
      ok: missed === 0,
    });
    proof.timing(
      ratioRow({
        what: `${name}: 99% of the delays from the clock of the bet's transaction to the reader, ${all.count} measured, the time in which readers had no edge included`,
        ms: all.within(0.99),
        against: 'that of the answers to these bets plus that of a bare stream',
        baseMs: answers.within(0.99) + bare.within(0.99),
        most: BAR_OF_BARE,
        more: ` (${inWords(all)}; readers of the killed edge: ${inWords(moved)})`,
      }),
    );

    await nats.kill();
    const last = signLoad({ changesPerSecond: 10, seconds: 2 }, { markets, bettors });
    const without = await placeAtPace(proof, last, { lanes, perSecond: 10 });
    const wrongWithout = await compare(server, readers);
    proof.row({
      what: `NATS killed, ${last.length} bets: readers that end with other markets than the server lists`,
      bar: '0',
      measured:
        wrongWithout.length === 0 ? '0' : `${wrongWithout.length}: ${wrongWithout.slice(0, 3).join('; ')}`,
      ok: wrongWithout.length === 0 && without.refused.length === 0,
    });
    const [listening] = await books.rows(
      `select count(*)::text as n from pg_stat_activity where application_name = 'tallystone-listen'`,
    );
    proof.row({
      what: 'connections that listen in PostgreSQL, behind PgBouncer in transaction mode',
      bar: '0',
      measured: listening?.n ?? '',
      ok: listening?.n === '0',
    });
    const broken = await checkBooks(books);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
    for (const reader of readers) reader.end();
  } finally {
    for (const lane of lanes) lane.close();
    await books.close();
    for (const each of [...edges, server]) await each.remove();
    await nats.stop();
    await bouncer.kill();
    await database.stop();
  }
});

function snapshotsOf(readers: readonly ResumingReader[]): number {
  return readers.reduce((sum, { replays }) => sum + replays.snapshots, 0);
}

async function countBets(books: Reader): Promise<number> {
  const [row] = await books.rows('select count(*)::text as n from bets');
  return Number(row?.n);
}

/** What readers know that the server's list hasn't, once each was told that it has everything. */
async function compare(server: ServerProcess, readers: readonly ResumingReader[]): Promise<string[]> {
  const list = () => withLane(server.port, listMarkets);
  for (;;) {
    const before = await list();
    await Promise.all(readers.map((reader) => reader.settled()));
    const due = new Map((await list()).map((market) => [market.id, newsOf(market)]));
    const wrong = readers.flatMap((reader, i) =>
      differences(reader.markets, due)
        .slice(0, 1)
        .map((text) => `reader ${i}: market ${text}`),
    );
    // The demo opens markets automatically: what is compared must not change meanwhile.
    if (JSON.stringify(before) === JSON.stringify(await list())) return wrong;
  }
}

async function measure(
  books: Reader,
  { arrivals, readers }: { arrivals: Arrivals; readers: readonly ResumingReader[] },
): Promise<{ all: Delays; moved: Delays; missed: number }> {
  const bets = await books.rows(`
    select market_id, market_version::text as version, (extract(epoch from placed_at) * 1000)::float8::text as at
    from bets`);
  const [all, moved] = [new Delays(), new Delays()];
  let missed = 0;
  for (const { market_id: marketId, version, at } of bets)
    for (const place of readers.keys()) {
      const arrived = arrivals.of(place, marketId ?? '', Number(version));
      if (arrived === null) {
        missed += 1;
        continue;
      }
      const ms = arrived + arrivals.begin - Number(at);
      all.add(ms);
      if (place % 2 === 0) moved.add(ms);
    }
  return { all, moved, missed };
}
