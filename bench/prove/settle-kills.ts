import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StandInGame, StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { checkBooks } from '../check-books.ts';
import { type ProofDatabase, type Reader, readPostgres, startDatabase } from '../database.ts';
import { type FilledGame, openFilledGame, type PlayedGame, playGame } from '../filled-game.ts';
import { killPostgres } from '../kill-postgres.ts';
import { confirmEnd, findWrongPayments } from '../paid-market.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * Whole games are paid while their servers are killed again and again; sometimes two share the work, and sometimes
 * PostgreSQL is killed under them. Each game turns out to have begun earlier, so its late bets are given back first. The feed
 * cancels some markets, and an admin decides others. A kill counts only if something was paid since the start, and something
 * was still to be paid. As many games are paid as it takes. Then every bet must have ended once, to the micro-USDC.
 */

const SEED = 20261121;
const PAID_WITHIN_MS = 300_000;
const IDLE_MS = 2_000;
const LOOK_EVERY_MS = 100;
/** A line in the log of a server about an answer of 5xx, or fatal. */
const FAILURE = /"status":5\d\d|"level":60/;
/** What it names when its database is gone. */
const LOST_DATABASE = /Connection terminated|ECONNREFUSED|ECONNRESET|57P0[123]/;

interface Storm {
  readonly proof: Proof;
  readonly database: ProofDatabase;
  readonly standIn: StandInProcess;
  readonly servers: readonly ServerProcess[];
  readonly running: Set<ServerProcess>;
  readonly admin: Admin;
  readonly random: Random;
  /** Kills come at most this long after a server is ready; later if the machine is too busy to make progress. */
  readonly patienceMs: number;
  readonly wanted: { readonly servers: number; readonly databases: number };
  readonly done: { servers: number; databases: number; pairs: number };
}

interface SportsGame extends StandInGame {
  readonly sport: { readonly slug: string };
}

type EndedGame = FilledGame & PlayedGame;

await prove('settle-kills', async (proof) => {
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  const standIn = await StandInProcess.start();
  const logFile = join(temporaryFolder('tallystone-settle-kills-'), 'errors');
  const settings = {
    ...database.settings,
    ADMIN_WALLETS: wallet.address,
    AZURO_API_URL: standIn.apiUrl,
    AZURO_WS_URL: standIn.wsUrl,
    // Both have one address, for which wallets sign.
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
  };
  const where = { databaseUrl: database.url, settings, logFile };
  const first = await ServerProcess.start(where);
  const servers = [first, await ServerProcess.prepare(where)];
  try {
    const storm: Storm = {
      proof,
      database,
      standIn,
      servers,
      running: new Set([first]),
      admin: await Admin.signIn(first, wallet),
      random,
      patienceMs: 350,
      wanted: proof.sample ? { servers: 3, databases: 1 } : { servers: 40, databases: 10 },
      done: { servers: 0, databases: 0, pairs: 0 },
    };
    const bets = proof.sample ? { main: 5_500, others: 50 } : { main: 50_000, others: 5_000 };
    const football = (await standIn.listGames<SportsGame>()).filter(({ sport }) => sport.slug === 'football');
    const games: EndedGame[] = [];
    for (const { gameId } of football) {
      if (isEnough(storm)) break;
      await startServers(storm, 1);
      const filled = await withReader(database, (reader) =>
        openFilledGame({ standIn, port: first.port, admin: storm.admin, reader }, { gameId, random, bets }),
      );
      games.push(await payUnderKills(storm, filled));
    }
    if (!isEnough(storm)) throw new Error(`${games.length} games were paid between the kills`);
    await stopServers(storm);
    await report(storm, { games, log: existsSync(logFile) ? readFileSync(logFile, 'utf8') : '' });
  } finally {
    for (const server of servers) await server.remove();
    await standIn.stop();
    await database.stop();
  }
});

function isEnough({ done, wanted }: Storm): boolean {
  return done.servers >= wanted.servers && done.databases >= wanted.databases;
}

/** Ends a game while no server runs, and kills those that pay it until enough were killed or it is paid. */
async function payUnderKills(storm: Storm, filled: FilledGame): Promise<EndedGame> {
  const { proof, standIn, random } = storm;
  await stopServers(storm);
  const game = { ...filled, ...(await playGame(standIn, filled)) };
  proof.say(`${game.markets.length} markets have ended`);
  let { patienceMs } = storm;
  while (!isEnough(storm)) {
    const before = await progressOf(storm, game);
    if (before.left === 0) break;
    await startServers(storm, random.chance(0.4) ? 2 : 1);
    await withReader(storm.database, (reader) => decideUnclear(storm.admin, { reader, game }));
    await sleep(random.between(0, patienceMs));
    const hasMoved = await killOnce(storm, { game, before });
    patienceMs = hasMoved ? storm.patienceMs : 2 * patienceMs;
  }
  await payRest(storm, game);
  return game;
}

/** Kills the servers, and maybe PostgreSQL before. @returns whether anything was paid since `before` */
async function killOnce(
  storm: Storm,
  { game, before }: { game: EndedGame; before: Progress },
): Promise<boolean> {
  const { proof, database, random, done, wanted } = storm;
  let databases = 0;
  if (done.databases < wanted.databases && random.chance(proof.sample ? 1 : 0.25)) {
    if ((await progressOf(storm, game)).mark === before.mark) return false;
    const ms = await killPostgres(database.url);
    databases = 1;
    proof.say(`PostgreSQL killed, back after ${Math.round(ms)} ms`);
    await sleep(random.between(0, storm.patienceMs));
  }
  const killed = await killServers(storm);
  const after = await progressOf(storm, game);
  // A kill before the first payment or after the last one proves nothing.
  if (after.mark === before.mark || after.left === 0) return after.mark !== before.mark;
  done.servers += killed;
  done.databases += databases;
  if (killed > 1) done.pairs += killed;
  proof.say(
    `${killed === 1 ? 'the server' : 'both servers'} killed: ${after.left} markets left, ${after.paid} bets done`,
  );
  return true;
}

/** Lets servers pay what is left. They look for results at their start, and then each minute: it isn't waited for. */
async function payRest(storm: Storm, game: EndedGame): Promise<void> {
  const deadline = performance.now() + PAID_WITHIN_MS;
  for (let idleMs = IDLE_MS; ; idleMs *= 2) {
    await startServers(storm, 1);
    const left = await payUntilIdle(storm, { game, idleMs });
    if (left === 0) return;
    if (performance.now() > deadline) {
      const said = [...storm.running].map((server) => server.said).join('\n');
      throw new Error(`${left} markets of ${game.gameId} are left after ${PAID_WITHIN_MS} ms:\n${said}`);
    }
    await stopServers(storm);
  }
}

/** @returns how many markets are left once they have ended, or nothing was paid for so long */
async function payUntilIdle(
  { database, admin }: Storm,
  { game, idleMs }: { game: EndedGame; idleMs: number },
): Promise<number> {
  return withReader(database, async (reader) => {
    let mark = '';
    for (let movedAt = performance.now(); ; ) {
      await decideUnclear(admin, { reader, game });
      const at = await readProgress(reader, game);
      const now = performance.now();
      if (at.mark !== mark) movedAt = now;
      if (at.left === 0 || now > movedAt + idleMs) return at.left;
      mark = at.mark;
      await sleep(LOOK_EVERY_MS);
    }
  });
}

/** An admin decides the markets that wait for one, once their late bets are given back. */
async function decideUnclear(
  admin: Admin,
  { reader, game: { unclear } }: { reader: Reader; game: EndedGame },
): Promise<void> {
  const ids = unclear.map(({ marketId }) => `'${marketId}'`).join();
  const waiting = await reader.rows(`
    select id from markets
    where id in (${ids}) and state = 'closed' and review = 'several-winners' and late_from is null`);
  for (const end of unclear) if (waiting.some(({ id }) => id === end.marketId)) await confirmEnd(admin, end);
}

async function stopServers({ running }: Storm): Promise<void> {
  for (const server of running) await server.stop();
  running.clear();
}

/** At least this many run afterwards. */
async function startServers({ servers, running }: Storm, count: number): Promise<void> {
  const idle = servers.filter((server) => !running.has(server)).slice(0, Math.max(0, count - running.size));
  await Promise.all(
    idle.map(async (server) => {
      await server.start();
      running.add(server);
    }),
  );
}

/** Kills all that run, in any order, up to a moment apart. @returns how many they were */
async function killServers({ running, random }: Storm): Promise<number> {
  const victims = [...running];
  if (random.chance(0.5)) victims.reverse();
  for (const server of victims) {
    await server.kill();
    running.delete(server);
    if (running.size > 0) await sleep(random.between(0, 60));
  }
  return victims.length;
}

interface Progress {
  /** Markets that have not ended. */
  readonly left: number;
  /** Bets that have ended. */
  readonly paid: number;
  /** Another one after each payment. */
  readonly mark: string;
}

function progressOf({ database }: Storm, game: EndedGame): Promise<Progress> {
  return withReader(database, (reader) => readProgress(reader, game));
}

async function readProgress({ rows }: Reader, { markets }: EndedGame): Promise<Progress> {
  const ids = markets.map(({ marketId }) => `'${marketId}'`).join();
  const [at] = await rows(`
    select count(*) filter (where state not in ('settled', 'void')) as left, sum(settled_through) as through,
      (select count(*) from bet_endings where market_id in (${ids})) as paid
    from markets where id in (${ids})`);
  return { left: Number(at?.left), paid: Number(at?.paid), mark: `${at?.paid} ${at?.through} ${at?.left}` };
}

async function report(
  { proof, database, done }: Storm,
  { games, log }: { games: readonly EndedGame[]; log: string },
): Promise<void> {
  const ends = games.flatMap((game) => game.ends);
  const { wrong, broken, counted } = await withReader(database, async (reader) => ({
    wrong: await findWrongPayments(reader, ends),
    broken: await checkBooks(reader),
    counted: await reader.rows(`
      select count(*) as bets, count(*) filter (where d.kind = 'payout') as won,
        count(*) filter (where b.placed_at >= e.began) as late,
        count(distinct e.market_id) filter (where e.won = '{}') as void,
        count(distinct e.market_id) filter (where cardinality(e.won) = 2) as double
      from due d join bets b on b.id = d.id join ends e on e.market_id = d.market_id`),
  }));
  const { bets, ...kinds } = counted[0] ?? {};
  const decided = games.flatMap(({ unclear }) => unclear).length;
  proof.row({
    what: `${games.length} games of ${games.map(({ markets }) => markets.length).join(' and ')} markets with ${bets} bets paid under ${done.servers} kill -9 of the server, ${done.pairs} of them of two side by side, and ${done.databases} of PostgreSQL: bets that ended other than once and with what is due, others paid, money left`,
    bar: '0',
    measured: wrong.length === 0 ? '0' : wrong.slice(0, 5).join('; '),
    ok: wrong.length === 0,
  });
  proof.row({
    what: 'among them: bets that won, late bets given back, void markets, markets with two winners, results confirmed by an admin',
    bar: 'some of each',
    measured: `${kinds.won}, ${kinds.late}, ${kinds.void}, ${kinds.double}, ${decided}`,
    ok: [...Object.values(kinds), decided].every((count) => Number(count) > 0),
  });
  const failures = log.split('\n').filter((line) => FAILURE.test(line) && !LOST_DATABASE.test(line));
  proof.row({
    what: "answers of 5xx and fatal errors in the servers' logs, but for those of a killed PostgreSQL",
    bar: '0',
    measured: failures.length === 0 ? '0' : `${failures.length}: ${failures[0]?.slice(0, 400)}`,
    ok: failures.length === 0,
  });
  proof.row({
    what: 'ledger invariants afterwards, by independent SQL',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

/** A separate connection each time: PostgreSQL is killed in between. */
async function withReader<T>({ ownerUrl }: ProofDatabase, work: (reader: Reader) => Promise<T>): Promise<T> {
  const reader = await readPostgres(ownerUrl);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}
