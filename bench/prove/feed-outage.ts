import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import pg from 'pg';
import { Admin } from '../admin.ts';
import { askBareServer, BARE_ANSWERS } from '../ask-bare-server.ts';
import { askQuote, type Bettor, listMarkets, readPlacedBet, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type Proof, prove, within } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { sendUntilAnswered } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * The feed's process is killed and stays away until its prices are too old. Everything that doesn't need it
 * continues; its markets take bets while their price is valid, and none afterwards. When the feed is back,
 * they resume automatically. In the full run the ten minutes pass; in a sample the prices are moved into the past.
 */

const SEED = 20261121;
const STAKE = 0.5;
const BETTORS = 40;
/** A list that waited for a feed that doesn't answer would take thousands. */
const BAR_OF_BARE = 40;
/** A market's state must be shown within one sweep: a promise that timers keep, not the machine's speed. */
const SHOWN_LIMIT_MS = within(30_000);
/** Another promise, by the pace at which the server retries a lost feed. */
const RECOVERY_LIMIT_MS = within(120_000);
const ROUND_MS = 5_000;

await prove('feed-outage', async (proof) => {
  const database = await startDatabase();
  const reader = await readPostgres(database.url);
  const standIn = await StandInProcess.start();
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address, AZURO_API_URL: standIn.apiUrl, AZURO_WS_URL: standIn.wsUrl },
  });
  const connection = new HttpConnection(server.port);
  try {
    const admin = await Admin.signIn(server, wallet);
    await admin.importGames((await standIn.listGames('Prematch')).map((game) => game.gameId));
    const bettors: Bettor[] = [];
    for (let i = 0; i < BETTORS; i++) bettors.push(await signInBettor(connection, random));
    const scene: Scene = {
      turn: 0,
      proof,
      connection,
      bettors,
      admin,
      standIn,
      server,
      reader,
      url: database.url,
    };

    const before = await placeBets(scene, 3);
    proof.row({
      what: 'before: bets on markets of the feed and on custom ones',
      bar: 'all accepted',
      measured: sayOf(before),
      ok: areAll(before.feed, 'accepted') && areAll(before.own, 'accepted'),
    });
    const pid = server.pid;
    await proveOutage(scene);
    await proveRecovery(scene, pid);
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    connection.close();
    await server.remove();
    await standIn.kill();
    await database.stop();
  }
});

interface Scene {
  /** Bets so far: markets and bettors take turns. */
  turn: number;
  proof: Proof;
  connection: HttpConnection;
  bettors: readonly Bettor[];
  admin: Admin;
  standIn: StandInProcess;
  server: ServerProcess;
  reader: Reader;
  url: string;
}

/** The answers to bets, in order: accepted, or the code of the refusal. */
interface Met {
  feed: string[];
  own: string[];
}

async function proveOutage(scene: Scene): Promise<void> {
  const { proof, connection, admin, standIn, reader } = scene;
  await standIn.kill();
  const downAt = Date.now();
  const during: Met = { feed: [], own: [] };
  let slowestListMs = 0;
  const stopBare = await askBareServer(proof);
  const look = async () => {
    const startedAt = performance.now();
    await listMarkets(connection);
    slowestListMs = Math.max(slowestListMs, performance.now() - startedAt);
    const met = await placeBets(scene, 1);
    during.feed.push(...met.feed);
    during.own.push(...met.own);
  };
  for (let i = 0; i < 3; i++) await look();
  if (proof.sample) await ageAllPrices(scene.url);
  else {
    const endsAt = Math.max(downAt + FRESH_PRICE_MS, Date.now() + (await youngestPriceLeftMs(reader)));
    while (Date.now() < endsAt) {
      await look();
      proof.say(`down for ${Math.round((Date.now() - downAt) / 1_000)} s`);
      await sleep(Math.max(0, Math.min(ROUND_MS, endsAt - Date.now())));
    }
  }
  const bareMs = await stopBare();
  const how = proof.sample
    ? 'its process killed, then all prices moved 10 minutes into the past in the database'
    : `its process killed and away for ${Math.round((Date.now() - downAt) / 1_000)} s, nothing simulated`;

  // From here on no price of the feed is valid for bets, whatever the list still says.
  const late = await placeBets(scene, 8);
  const shownMs = await timeUntil(async () => {
    const feed = await feedMarkets(connection);
    return feed.every((market) => market.state === 'suspended' && market.suspension === 'feed-stale');
  }, SHOWN_LIMIT_MS);
  const latest = await placeBets(scene, 8);
  const data = await admin.azuroData();
  proof.row({
    what: `the feed is down (${how}): the markets list`,
    bar: 'always answered',
    measured: `${during.own.length} times`,
    ok: during.own.length > 0,
  });
  proof.timing(
    ratioRow({
      what: 'the same: the slowest answer',
      ms: slowestListMs,
      against: BARE_ANSWERS,
      baseMs: bareMs,
      most: BAR_OF_BARE,
    }),
  );
  proof.row({
    what: 'during the outage: bets on custom markets',
    bar: 'all accepted',
    measured: sayOf({ own: [...during.own, ...late.own, ...latest.own], feed: [] }),
    ok: areAll([...during.own, ...late.own, ...latest.own], 'accepted'),
  });
  proof.row({
    what: 'bets on markets of the feed while the price is at most 10 minutes old',
    bar: 'accepted, or refused as feed-stale if the price already is',
    measured: sayOf({ own: [], feed: during.feed }),
    ok:
      during.feed[0] === 'accepted' && during.feed.every((each) => ['accepted', 'feed-stale'].includes(each)),
  });
  proof.row({
    what: 'bets on markets of the feed once the price is older',
    bar: 'all refused as feed-stale',
    measured: sayOf({ own: [], feed: [...late.feed, ...latest.feed] }),
    ok: areAll([...late.feed, ...latest.feed], 'feed-stale'),
  });
  proof.row({
    what: 'all markets of the feed are shown as suspended, their odds as too old',
    bar: proof.sample ? 'all' : `within ${SHOWN_LIMIT_MS / 1_000} s`,
    measured: shownMs === null ? 'not in time' : `${(shownMs / 1_000).toFixed(1)} s`,
    ok: shownMs !== null,
  });
  const synced = await admin.call('POST', '/api/admin/sync-azuro');
  const shown = await admin.azuroData();
  proof.row({
    what: 'the admin sees it: reading again is refused, the games stay as they were read, and the problem is named',
    bar: `503, games, a problem${proof.sample ? '' : ', and stale after three minutes'}`,
    measured: `${synced.status}, ${shown.games.length} games, ${shown.problem ?? 'no problem'}${proof.sample ? '' : `, stale: ${data.stale}`}`,
    ok:
      synced.status === 503 &&
      shown.games.length >= 36 &&
      shown.problem !== undefined &&
      (proof.sample || data.stale),
  });
}

async function proveRecovery(scene: Scene, pid: number): Promise<void> {
  const { proof, connection, admin, standIn, server } = scene;
  await standIn.start();
  const backMs = await timeUntil(async () => {
    const feed = await feedMarkets(connection);
    return feed.length > 0 && feed.every((market) => market.state === 'open');
  }, RECOVERY_LIMIT_MS);
  const met = await placeBets(scene, 8);
  const knownMs = await timeUntil(async () => {
    const { problem, stale } = await admin.azuroData();
    return problem === undefined && !stale;
  }, RECOVERY_LIMIT_MS);
  proof.row({
    what: 'the feed is back: all its markets take bets again automatically',
    bar: `${proof.sample ? '' : `within ${RECOVERY_LIMIT_MS / 1_000} s, `}in the same process`,
    measured: `${backMs === null ? 'not in time' : `${(backMs / 1_000).toFixed(1)} s`}; bets ${sayOf(met)}`,
    ok: backMs !== null && server.pid === pid && areAll(met.feed, 'accepted') && areAll(met.own, 'accepted'),
  });
  proof.row({
    what: 'and the admin sees no problem any more',
    bar: proof.sample ? 'none' : `within ${RECOVERY_LIMIT_MS / 1_000} s more`,
    measured: knownMs === null ? 'not in time' : `${(knownMs / 1_000).toFixed(1)} s more`,
    ok: knownMs !== null,
  });
}

/** One bet on each of this many markets of the feed, and as many on custom ones. */
async function placeBets(scene: Scene, count: number): Promise<Met> {
  const markets = await listMarkets(scene.connection);
  const feed = markets.filter((market) => market.source === 'azuro');
  const own = markets.filter(
    (market) => market.source !== 'azuro' && Date.parse(market.endsAt) > Date.now() + 3_600_000,
  );
  const met: Met = { feed: [], own: [] };
  for (let i = 0; i < count; i++) {
    scene.turn += 1;
    met.feed.push(await placeBet(scene, feed[scene.turn % feed.length]));
    met.own.push(await placeBet(scene, own[scene.turn % own.length]));
  }
  return met;
}

async function placeBet(
  { connection, bettors, turn }: Scene,
  market: WireListedMarket | undefined,
): Promise<string> {
  const bettor = bettors[turn % bettors.length];
  const [outcome] = market?.outcomes ?? [];
  if (market === undefined || outcome === undefined || bettor === undefined) return 'no market';
  const order = { bettor, marketId: market.id, outcomeId: outcome.id, amount: STAKE };
  // Without a quote if there is none: only the answer to the bet counts.
  const quote =
    market.source === 'azuro'
      ? { odds: outcome.odds ?? 2, quoteId: null }
      : await askQuote(connection, order);
  const { odds, quoteId = null } = quote;
  const bet = signBet({ ...order, odds, quoteId, key: randomUUID() });
  const placed = readPlacedBet(await sendUntilAnswered(connection, bet.request));
  return 'bet' in placed ? 'accepted' : placed.refusal.code;
}

async function feedMarkets(connection: HttpConnection): Promise<WireListedMarket[]> {
  return (await listMarkets(connection)).filter((market) => market.source === 'azuro');
}

/** Milliseconds until no market of the feed has a valid price, if no new one arrives. */
async function youngestPriceLeftMs(reader: Reader): Promise<number> {
  const [row] = await reader.rows(
    `select extract(epoch from max(priced_at) - clock_timestamp()) * 1000 as ms from markets where game_id is not null`,
  );
  return Number(row?.ms) + FRESH_PRICE_MS + 1_000;
}

async function ageAllPrices(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `update markets set priced_at = priced_at - interval '10 minutes 1 second' where game_id is not null`,
  );
  await client.end();
}

function areAll(met: readonly string[], wanted: string): boolean {
  return met.length > 0 && met.every((each) => each === wanted);
}

function sayOf({ feed, own }: Met): string {
  const counts = new Map<string, number>();
  for (const each of [...feed, ...own]) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

/** Milliseconds until it came true, or null if that took too long. */
async function timeUntil(isTrue: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < limitMs) {
    if (await isTrue()) return performance.now() - startedAt;
    await sleep(100);
  }
  return null;
}
