import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import {
  askQuote,
  type Bettor,
  listSteadyMarkets,
  readPlacedBet,
  type SignedBet,
  signBet,
} from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres } from '../database.ts';
import { medianOf } from '../median-of.ts';
import { PatroniCluster, type PatroniNode, patroniVersion } from '../patroni-cluster.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { sendSurely } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';
import { until } from '../until.ts';

/**
 * The primary is lost under load, again and again and in several ways, with the files of deploy/patroni. Every bet that was
 * acknowledged has to be on the primary that takes over. Before that, someone cancels a COMMIT that waits for the standby.
 */

const SEED = 20261127;
const LANES = 8;
const BETTORS = 20;
/** Bets that must be acknowledged after a loss before the next one. */
const BETS_AFTER = 20;
const PAUSE_MS = 100;
/** Bars of the outage, in times of the ttl. */
const MEDIAN_TTLS = 1.5;
const WORST_TTLS = 3;

/** A way to lose the primary. `undo` brings its machine back. */
interface Loss {
  readonly what: string;
  /** False: the same node may go on. */
  readonly moves: boolean;
  begin(cluster: PatroniCluster, primary: PatroniNode): Promise<unknown> | unknown;
  undo(primary: PatroniNode): void;
}

const LOSSES: readonly Loss[] = [
  {
    what: 'kill -9 of the machine',
    moves: true,
    begin: (_, primary) => primary.kill(),
    undo: (primary) => primary.start(),
  },
  {
    what: 'the machine is frozen',
    moves: true,
    begin: (_, primary) => primary.freeze(),
    undo: (primary) => primary.thaw(),
  },
  {
    what: 'only Patroni is frozen, and PostgreSQL goes on as a primary',
    moves: true,
    begin: (_, primary) => primary.freeze('patroni'),
    undo: (primary) => primary.thaw(),
  },
  {
    what: 'kill -9 of PostgreSQL alone',
    moves: false,
    begin: (_, primary) => primary.killPostgres(),
    undo: () => undefined,
  },
  {
    what: 'a switchover',
    moves: true,
    begin: (cluster, primary) => cluster.switchover(primary),
    undo: () => undefined,
  },
];

/** What was sent and answered, on all lanes. */
interface Load {
  readonly random: Random;
  readonly bettors: readonly Bettor[];
  readonly markets: readonly WireListedMarket[];
  /** By the key of the request. */
  readonly acknowledged: Map<string, { readonly id: string; readonly bet: SignedBet }>;
  /** When each was, in ms of `performance.now`. */
  readonly times: number[];
  readonly twice: string[];
  readonly codes: Map<string, number>;
  /** Requests that were answered with an error or not at all, and sent again. */
  repeated: number;
  isOver: boolean;
}

/** Before, a frozen primary can come back as one (3.0.3) or name no standby any more (3.1.0). */
const FIRST_SAFE = '3.1.0';

const isBefore = (version: string, other: string) =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

await prove('failover', async (proof) => {
  const kills = proof.sample ? 1 : 10;
  const version = patroniVersion();
  if (!proof.sample && isBefore(version, FIRST_SAFE))
    throw new Error(
      `Patroni ${version} gives its lock back to a primary that was frozen, and loses bets (docs/operations/failover.md): put ${FIRST_SAFE} or newer first on the path`,
    );
  const cluster = await PatroniCluster.start();
  proof.say('the cluster is whole');
  const settings = { DATA_DIR: 'none', METRICS_PORT: '0' };
  const servers = [await ServerProcess.start({ databaseUrl: cluster.url, settings })];
  if (!proof.sample) servers.push(await ServerProcess.start({ databaseUrl: cluster.url, settings }));
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  const load = await prepare(server);
  proof.row(await readFigure(server));
  proof.row(await cancelCommit(cluster, server, load));

  const lanes = Array.from({ length: LANES }, (_, lane) =>
    drive(servers[lane % servers.length] ?? server, load),
  );
  await until(async () => (load.times.length >= BETS_AFTER ? true : null), 'the first bets');
  const outages: { what: string; ms: number }[] = [];
  const lost: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const loss = LOSSES[kill % LOSSES.length];
    if (loss === undefined) throw new Error('no loss');
    const ms = await lose(cluster, load, loss);
    outages.push({ what: loss.what, ms });
    lost.push(...(await findLost(cluster, load)));
    proof.say(
      `${kill + 1}: ${loss.what}: ${(ms / 1000).toFixed(1)} s without an acknowledged bet; ${load.times.length} so far`,
    );
    // Its machine is back, and has to rejoin before the next loss.
    if (kill < kills - 1) await cluster.isWhole();
  }
  load.isOver = true;
  await Promise.all(lanes);

  const reader = await readPostgres(cluster.url);
  const booked = await reader.rows('select idempotency_key from bets where idempotency_key is not null');
  const broken = await checkBooks(reader);
  await reader.close();
  lost.push(...(await findLost(cluster, load)));
  const stray = booked.filter(({ idempotency_key: key }) => !load.acknowledged.has(String(key))).length;
  const verified = await runTool('verify-ledger', server);
  for (const each of servers) await each.remove();
  await cluster.stop();

  const ways = [...new Set(outages.map(({ what }) => what))].join('; ');
  proof.row({
    what: `Patroni ${version}, primary lost ${kills} times under load (${ways}), ${load.acknowledged.size} acknowledged bets: bets lost`,
    bar: '0',
    measured: lost.length === 0 ? '0' : `${lost.length}: ${lost.slice(0, 5).join(', ')}`,
    ok: lost.length === 0 && load.acknowledged.size > BETS_AFTER * kills,
  });
  proof.row({
    what: `${load.repeated} requests sent again after an error or no answer: bets placed twice, or never acknowledged`,
    bar: '0',
    measured: String(load.twice.length + stray),
    ok: load.twice.length + stray === 0,
  });
  proof.row({
    what: 'the books, by verify-ledger and by independent SQL',
    bar: 'hold',
    measured:
      verified.code === 0 && broken.length === 0
        ? 'hold'
        : `${broken.join('; ')} ${verified.output.slice(-400)}`,
    ok: verified.code === 0 && broken.length === 0,
  });
  const times = outages.map(({ ms }) => ms);
  const ttls = (ms: number) => ms / (cluster.ttl * 1000);
  const median = medianOf(times);
  const worst = Math.max(...times);
  proof.timing({
    what: `without an acknowledged bet per loss, ttl ${cluster.ttl} s: median`,
    bar: `at most ${MEDIAN_TTLS} times the ttl`,
    measured: `${ttls(median).toFixed(2)} times, which is ${(median / 1000).toFixed(1)} s`,
    ok: ttls(median) <= MEDIAN_TTLS,
  });
  proof.timing({
    what: `the same, worst of ${kills}`,
    bar: `at most ${WORST_TTLS} times the ttl`,
    measured: `${ttls(worst).toFixed(2)} times, which is ${(worst / 1000).toFixed(1)} s; all: ${outages.map(({ ms }) => (ms / 1000).toFixed(1)).join(', ')} s`,
    ok: ttls(worst) <= WORST_TTLS,
  });
  proof.say(`answers: ${[...load.codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
});

async function prepare(server: ServerProcess): Promise<Load> {
  const random = seededRandom(SEED);
  const connection = new HttpConnection(server.port);
  const bettors: Bettor[] = [];
  for (let i = 0; i < BETTORS; i++) bettors.push(await signInBettor(connection, random));
  const ends = ({ closesAt, endsAt }: WireListedMarket) => Date.parse(closesAt ?? endsAt);
  const markets = (await listSteadyMarkets(connection)).sort((a, b) => ends(b) - ends(a)).slice(0, 4);
  connection.close();
  return {
    random,
    bettors,
    markets,
    acknowledged: new Map(),
    times: [],
    twice: [],
    codes: new Map(),
    repeated: 0,
    isOver: false,
  };
}

/** What the alert about standbys reads. */
async function readFigure(server: ServerProcess) {
  const address = /Metrics are at (http:\S+)/.exec(server.said)?.[1] ?? '';
  const name = 'tallystone_database_sync_standbys';
  const text = await (await fetch(address)).text();
  const measured = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'missing';
  return { what: `\`${name}\` with one synchronous standby`, bar: '1', measured, ok: measured === '1' };
}

/**
 * While the standbys are frozen, an admin cancels the query of a COMMIT that waits for them. PostgreSQL then answers that it has
 * committed, with a warning.
 */
async function cancelCommit(cluster: PatroniCluster, server: ServerProcess, load: Load) {
  const primary = await until(() => cluster.leader(), 'a primary');
  const standbys = cluster.nodes.filter((node) => node !== primary);
  const connection = new HttpConnection(server.port);
  const bet = await composeBet(connection, load);
  const admin = await cluster.connectTo(primary);
  for (const node of standbys) node.freeze('postgres');
  let answeredAt = Number.POSITIVE_INFINITY;
  const answered = connection.send(bet.request).then((answer) => {
    answeredAt = performance.now();
    return answer;
  });
  // A bet is placed in one statement that commits itself, and looked up in a transaction.
  const ofBet = `wait_event = 'SyncRep' and (query = 'commit' or query like '%seen_market%') and usename = 'tallystone'`;
  const waiting = async () =>
    (await admin.query(`select pid from pg_stat_activity where ${ofBet}`)).rows.length > 0 ? true : null;
  await until(waiting, 'a COMMIT that waits for the standby');
  await admin.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${ofBet}`);
  // What is looked up waits for the standby as well.
  await until(waiting, 'a look-up that waits for the standby');
  const thawedAt = performance.now();
  for (const node of standbys) node.thaw();
  await admin.end();
  const first = await answered;
  const second = await sendSurely(server.port, bet.request);
  connection.close();
  const isPlaced = readPlacedBet(second);
  const id = 'bet' in isPlaced ? isPlaced.bet.id : 'none';
  if (bet.key !== null) load.acknowledged.set(bet.key, { id, bet });
  const ok = answeredAt > thawedAt && second.status === 200;
  return {
    what: 'an admin cancels a COMMIT that waits for the frozen standby: the bet is acknowledged',
    bar: 'once the standby has it',
    measured: ok
      ? 'once the standby has it'
      : `${answeredAt > thawedAt ? 'after' : 'before'} it with ${first.status}, then ${second.status}`,
    ok,
  };
}

/** Loses the primary and brings its machine back. @returns how long no bet was acknowledged, in ms */
async function lose(cluster: PatroniCluster, load: Load, loss: Loss): Promise<number> {
  const primary = await until(() => cluster.leader(), 'a primary');
  const before = load.times.length;
  const at = performance.now();
  await loss.begin(cluster, primary);
  // Without its Patroni the old primary takes bets for a while.
  const hasMoved = async () => ![null, primary].includes(await cluster.leader()) || null;
  if (loss.moves) await until(hasMoved, `a new primary after ${loss.what}`);
  // An answer that was under way may still arrive.
  const from = Math.max(performance.now(), at + 1000);
  const isEnough = () => load.times.filter((time) => time > from).length >= BETS_AFTER;
  await until(async () => isEnough() || null, `bets after ${loss.what}`);
  loss.undo(primary);
  const since = [at, ...load.times.slice(before).sort((a, b) => a - b)];
  return Math.max(...since.slice(1).map((time, index) => time - (since[index] ?? time)));
}

/** Bets until it is over, each until its answer is definite. */
async function drive(server: ServerProcess, load: Load): Promise<void> {
  let connection = new HttpConnection(server.port);
  while (!load.isOver) {
    try {
      const bet = await composeBet(connection, load);
      await placeSurely(server, load, bet);
    } catch {
      // A quote that failed: the database is away.
      connection.close();
      connection = new HttpConnection(server.port);
      await sleep(PAUSE_MS);
    }
  }
  connection.close();
}

async function composeBet(
  connection: HttpConnection,
  { random, bettors, markets }: Load,
): Promise<SignedBet> {
  const bettor = random.pick(bettors);
  const market = random.pick(markets);
  const outcomeId = random.pick(market.outcomes).id;
  const amount = random.between(1, 100) / 100;
  const { odds } = await askQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
  return signBet({ bettor, marketId: market.id, outcomeId, amount, odds, key: randomUUID(), quoteId: null });
}

/** Sends the same bytes until the bet is placed or refused. Each answer that acknowledges it counts. */
async function placeSurely(server: ServerProcess, load: Load, bet: SignedBet): Promise<void> {
  for (;;) {
    const connection = new HttpConnection(server.port);
    const answer = await connection.send(bet.request).catch(() => null);
    connection.close();
    const code = answer === null ? 'lost' : codeOf(answer);
    load.codes.set(code, (load.codes.get(code) ?? 0) + 1);
    if (answer?.status === 200) {
      acknowledge(load, bet, JSON.parse(answer.body.toString()).id);
      return;
    }
    if (answer !== null && answer.status < 500) return;
    load.repeated += 1;
    await sleep(PAUSE_MS);
  }
}

function acknowledge(load: Load, bet: SignedBet, id: string): void {
  const key = String(bet.key);
  const known = load.acknowledged.get(key);
  if (known !== undefined && known.id !== id) load.twice.push(`${known.id} and ${id}`);
  load.acknowledged.set(key, { id, bet });
  load.times.push(performance.now());
}

function codeOf({ status, body }: { status: number; body: Buffer }): string {
  if (status === 200) return 'placed';
  // The server's error schema promises this.
  const { code, reason } = JSON.parse(body.toString()) as WireError & { reason?: { code: string } };
  return reason?.code ?? code;
}

/** Acknowledged bets that the primary of this moment lacks, or has on other terms. */
async function findLost(cluster: PatroniCluster, { acknowledged }: Load): Promise<string[]> {
  // Before the books are read: later ones needn't be there.
  const expected = [...acknowledged.values()];
  // A node that is back may close connections once more when it hears that it isn't the primary.
  const read = async () => {
    const reader = await readPostgres(cluster.url);
    const found = await reader.rows('select id, outcome_id, stake::text from bets');
    await reader.close();
    return found;
  };
  const rows = await until(() => read().catch(() => null), 'a look at the books');
  const booked = new Map(rows.map(({ id, outcome_id, stake }) => [id, `${outcome_id} ${stake}`]));
  return expected
    .filter(({ id, bet }) => booked.get(id) !== `${bet.outcomeId} ${Math.round(bet.amount * 1e6)}`)
    .map(({ id }) => id);
}
