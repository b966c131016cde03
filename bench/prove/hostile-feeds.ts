import { setTimeout as sleep } from 'node:timers/promises';
import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { type StandInCondition, StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { FeedProxy } from '../feed-proxy.ts';
import { HOSTILE_FEEDS, type HostileFeed } from '../hostile-feeds.ts';
import { type Proof, prove, within } from '../proof.ts';
import { seededRandom } from '../random.ts';

/**
 * A server follows the markets of 28 games of the feed, whose answers are then spoiled in some fifty ways.
 * Each time it must read everything again, import a game and read the socket: nothing of its markets may
 * change except to correct values, it may not crash, the admin can see that something was wrong, and once
 * the feed is right again, so is everything.
 */

const SEED = 20261121;
/** Every how many-th feed is in a sample. */
const SAMPLED = 9;
const READ_LIMIT_MS = within(60_000);
const RECOVERY_LIMIT_MS = within(60_000);
/** From an answer until its content is in the database. */
const SETTLE_MS = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const UNCLEAN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

interface Findings {
  /** Feeds that the server didn't query while they were hostile: they prove nothing. */
  unasked: string[];
  wrongChanges: string[];
  unseen: string[];
  notRecovered: string[];
  slowestRecoveryMs: number;
}

await prove('hostile-feeds', async (proof) => {
  const feeds = proof.sample
    ? HOSTILE_FEEDS.filter((feed, i) => i % SAMPLED === 0 && feed.isSlow !== true)
    : HOSTILE_FEEDS;
  const database = await startDatabase();
  const reader = await readPostgres(database.url);
  // Its timed events come long after this has ended.
  const standIn = await StandInProcess.start();
  const proxy = await FeedProxy.start(standIn.apiUrl);
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address, AZURO_API_URL: proxy.apiUrl, AZURO_WS_URL: standIn.wsUrl },
  });
  try {
    const admin = await Admin.signIn(server, wallet);
    const prematch = await standIn.listGames('Prematch');
    await admin.importGames(prematch.map((game) => game.gameId));
    const { gameIds: fresh } = await standIn.control<{ gameIds: string[] }>('games', { count: feeds.length });
    const scene = { admin, reader, standIn, proxy, server };
    const probe = await pickProbe(scene);
    const findings: Findings = {
      unasked: [],
      wrongChanges: [],
      unseen: [],
      notRecovered: [],
      slowestRecoveryMs: 0,
    };
    const pid = server.pid;
    let followed = 0;
    for (const [i, feed] of feeds.entries()) {
      const gameId = fresh[i] ?? '';
      const watched = await readMarkets(reader);
      followed = watched.size;
      await meet(feed, { scene, gameId, watched, probe, findings });
      await recover(feed, { scene, gameId, probe, round: i, findings });
      proof.say(`${i + 1} of ${feeds.length}: ${feed.name}`);
    }
    await report(proof, { feeds, findings, followed, server, pid, reader });
  } finally {
    await reader.close();
    await server.remove();
    proxy.close();
    await standIn.kill();
    await database.stop();
  }
});

interface Scene {
  admin: Admin;
  reader: Reader;
  standIn: StandInProcess;
  proxy: FeedProxy;
  server: ServerProcess;
}

interface Round {
  scene: Scene;
  /** Not imported yet. */
  gameId: string;
  /** The condition whose odds are moved to see whether the server follows the feed. */
  probe: StandInCondition;
  findings: Findings;
}

async function meet(
  feed: HostileFeed,
  { scene, gameId, watched, probe, findings }: Round & { watched: Map<string, string> },
): Promise<void> {
  const { admin, reader, standIn, proxy } = scene;
  const before = await admin.azuroData();
  proxy.spoil = feed.spoil ?? null;
  if (feed.say !== undefined) {
    const followed = {
      gameId: probe.game.gameId,
      conditionId: probe.conditionId,
      outcomeIds: probe.outcomes.map((outcome) => Number(outcome.outcomeId)),
    };
    for (const text of feed.say(followed)) await standIn.control('socket', { action: 'send', text });
    await sleep(SETTLE_MS);
  }
  // On a new connection the server reads everything again.
  proxy.passed.clear();
  await standIn.control('socket', { action: 'drop' });
  const wasAsked = await until(() => (proxy.passed.get('condition-batch') ?? 0) > 0, READ_LIMIT_MS);
  if (!wasAsked) findings.unasked.push(feed.name);
  const imported = await admin.call('POST', '/api/admin/import-azuro-bulk', { gameIds: [gameId] });
  const synced = await admin.call('POST', '/api/admin/sync-azuro');
  await sleep(SETTLE_MS);
  const after = await admin.azuroData();
  proxy.spoil = null;

  const wrong = (what: string) => findings.wrongChanges.push(`${feed.name}: ${what}`);
  for (const { status, body } of [imported, synced]) {
    if (status !== 200 && status !== 503) wrong(`an answer of ${status}: ${body.toString().slice(0, 200)}`);
  }
  const now = await readMarkets(reader);
  for (const [id, was] of watched) {
    if (now.get(id) !== was) wrong(`market ${id} was ${was} and is ${now.get(id)}`);
  }
  for (const [id, is] of now) {
    if (!watched.has(id)) for (const lie of await liesOf(scene, id)) wrong(`new market ${id}: ${lie}: ${is}`);
  }
  if (UNCLEAN.test(JSON.stringify([...now]) + JSON.stringify(after.games))) wrong('unclean text is shown');
  if (!isSeen(before, after)) findings.unseen.push(feed.name);
}

/** Something more was dropped, or there is a problem. */
function isSeen(before: WireAzuroData, after: WireAzuroData): boolean {
  return after.problem !== undefined || (after.dropped > before.dropped && after.drops.length > 0);
}

/** The feed is right again: so are the games, odds are followed, and a game can be imported. */
async function recover(
  feed: HostileFeed,
  { scene, gameId, probe, round, findings }: Round & { round: number },
): Promise<void> {
  const { admin, reader, standIn } = scene;
  const startedAt = performance.now();
  const odds = Object.fromEntries(
    probe.outcomes.map((outcome, i) => [outcome.outcomeId, `${i + 1}.${50 + (round % 10)}`]),
  );
  // The feed's other markets of the game move with its main one, so they are waited for too.
  const isFollowed = async () => {
    await standIn.control('odds', { conditionId: probe.conditionId, odds });
    const rows = await reader.rows(
      `select id from markets where game_id = '${probe.game.gameId}' and feed_halt is null`,
    );
    const lies = await Promise.all(rows.map(({ id }) => liesOf(scene, id ?? '')));
    return rows.length > 0 && lies.flat().length === 0;
  };
  const isSynced = async () => (await admin.call('POST', '/api/admin/sync-azuro')).status === 200;
  const isHealed = (await until(isFollowed, RECOVERY_LIMIT_MS)) && (await until(isSynced, RECOVERY_LIMIT_MS));
  findings.slowestRecoveryMs = Math.max(findings.slowestRecoveryMs, performance.now() - startedAt);
  const { problem, stale, games } = await admin.azuroData();
  const result = await admin.importGames([gameId]);
  const [game] = result.results;
  const isImported = result.imported > 0 || game?.reason === 'already_imported';
  if (!isHealed || problem !== undefined || stale || games.length < 36 || !isImported) {
    findings.notRecovered.push(
      `${feed.name}: ${isHealed ? '' : 'not followed, '}${problem ?? ''} ${games.length} games, ${game?.reason ?? 'imported'}`,
    );
  }
}

/** What a market says that the feed doesn't; titles and names may be cleaned. */
async function liesOf({ reader, standIn }: Scene, marketId: string): Promise<string[]> {
  const outcomes = await reader.rows(`
    select m.azuro_condition_id as condition_id, m.azuro_outcome_id as of_outcome, m.game_id, o.azuro_outcome_id as outcome_id,
      o.feed_odds
    from markets m join outcomes o on o.market_id = m.id where m.id = '${marketId}'`);
  const [market] = outcomes;
  const conditions = await standIn.conditionsOf([market?.game_id ?? '']);
  const condition = conditions.find((each) => each.conditionId === market?.condition_id);
  if (condition === undefined) return ['the feed has no such condition'];
  // A market on one outcome has another side, which the feed neither names nor prices.
  const ofOutcome = market?.of_outcome ?? null;
  const said = condition.outcomes.filter(({ outcomeId }) => ofOutcome === null || outcomeId === ofOutcome);
  const isTrue = (row: (typeof outcomes)[number]) =>
    row.outcome_id === null
      ? ofOutcome !== null && row.feed_odds === null
      : said.some(
          ({ outcomeId, odds }) =>
            outcomeId === row.outcome_id && Math.round(Number(odds) * 1e6) === Number(row.feed_odds),
        );
  const named = outcomes.filter(({ outcome_id }) => outcome_id !== null);
  return [
    ...outcomes.filter((row) => !isTrue(row)).map((row) => `outcome ${row.outcome_id} at ${row.feed_odds}`),
    ...(said.length === named.length ? [] : ['it has other outcomes']),
  ];
}

/**
 * Everything in each market of the feed that may only change when the feed says so. Of a market with odds on one side that is not
 * its price: no other price contradicts it, so whatever can be odds is one, and a lack of odds stops it.
 */
async function readMarkets(reader: Reader): Promise<Map<string, string>> {
  const rows = await reader.rows(`
    select m.id, json_build_array(m.title, m.description, m.disabled, m.starts_at, m.ends_at, m.closes_at, m.azuro_condition_id,
      m.azuro_outcome_id, m.turnover, g.title, g.sport, g.league, g.state, g.starts_at,
      case when m.azuro_outcome_id is null then json_build_array(m.version, m.state, m.feed_halt,
        (select count(*) from feed_prices p where p.market_id = m.id)) end,
      (select json_agg(json_build_array(o.id, o.name, o.azuro_outcome_id,
          case when m.azuro_outcome_id is null then o.feed_odds end) order by o.position)
        from outcomes o where o.market_id = m.id))::text as all
    from markets m join games g on g.id = m.game_id`);
  return new Map(rows.map((row) => [row.id ?? '', row.all ?? '']));
}

async function pickProbe({ reader, standIn }: Scene): Promise<StandInCondition> {
  const [row] = await reader.rows(
    'select game_id, azuro_condition_id as condition_id from markets where game_id is not null and is_main order by closes_at desc limit 1 offset 3',
  );
  const conditions = await standIn.conditionsOf([row?.game_id ?? '']);
  const probe = conditions.find((each) => each.conditionId === row?.condition_id);
  if (probe === undefined) throw new Error('expected a market of the feed to watch');
  return probe;
}

/** @returns false if it didn't come true in time */
async function until(isTrue: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < limitMs) {
    if (await isTrue()) return true;
    await sleep(100);
  }
  return false;
}

async function report(
  proof: Proof,
  {
    feeds,
    findings,
    followed,
    server,
    pid,
    reader,
  }: {
    feeds: readonly HostileFeed[];
    findings: Findings;
    followed: number;
    server: ServerProcess;
    pid: number;
    reader: Reader;
  },
): Promise<void> {
  const none = (problems: readonly string[]) => ({
    measured: problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join(' ;; ')}`,
    ok: problems.length === 0,
  });
  const broken = await checkBooks(reader);
  proof.row({
    what: `${feeds.length} hostile feeds, each read, imported from and followed by a server that follows ${followed} of its markets: wrong changes to markets`,
    bar: '0',
    ...none(findings.wrongChanges),
  });
  proof.row({
    what: 'of these, never queried by the server, so that they prove nothing',
    bar: '0',
    ...none(findings.unasked),
  });
  const isAlive = server.pid === pid && isRunning(pid);
  const errors = server.said.split('\n').filter((line) => /"level":(?:50|60)/.test(line));
  proof.row({
    what: 'crashes, and unexpected errors in the log',
    bar: '0',
    measured: `${isAlive ? 0 : 1} and ${errors.length}${errors.length > 0 ? `: ${errors[0]?.slice(0, 300)}` : ''}`,
    ok: isAlive && errors.length === 0,
  });
  proof.row({
    what: 'of these, invisible to the admin: no problem and nothing dropped',
    bar: '0',
    ...none(findings.unseen),
  });
  proof.row({
    what: 'after which the correct feed was not read, followed and imported from again, without a restart',
    bar: '0',
    measured: `${none(findings.notRecovered).measured}; slowest ${(findings.slowestRecoveryMs / 1_000).toFixed(1)} s`,
    ok: findings.notRecovered.length === 0,
  });
  proof.row({
    what: 'ledger invariants afterwards, by independent SQL',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // There is no such process.
    return false;
  }
}
