import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ConnectionLost } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { openMovedClock } from '../../scripts/move-clock.mjs';
import { Admin } from '../admin.ts';
import { readJson } from '../bettor.ts';
import { changeOf, readBooks, unlike } from '../books-snapshot.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres } from '../database.ts';
import { type DatabaseCopies, openCopies } from '../database-copies.ts';
import { ASKS, type Ask, type AskedWork, type Cast, makeCast } from '../failpoint-asks.ts';
import { type FilledMarket, fillBets } from '../fill-bets.ts';
import { endOf, findWrongPayments, resolveFilled } from '../paid-market.ts';
import { appliedMigrations, fingerprint, knownMigrations, makePreviousVersion } from '../previous-version.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { sendSurely } from '../send-surely.ts';
import { BARE_START, timeBareStart } from '../time-bare-start.ts';

/**
 * The server kills itself at each of its 24 named failpoints, as in a power cut: before it writes anything, before
 * COMMIT, and after COMMIT but before it answers. Then it is started again and the client repeats its unanswered requests.
 * The books must contain the effect of each request exactly once, to the micro-USDC, and nothing else.
 * In every second trial another server runs on the same database, and gets the repeat first.
 */

const SEED = 20261121;
const ROUNDS = 10;
/** The slowest of several took 23 times as long; waiting until the dead server's locks expire takes hundreds. */
const BAR_OF_BARE = 100;
const DIES_WITHIN_MS = 300_000;
const PAID_WITHIN_MS = 300_000;
/** The interrupted settlement has three chunks, so five steps: it begins, each chunk, it ends. */
const SETTLED_BETS = 12_000;
const CHUNKS = 3;
const STEPS = CHUNKS + 2;
const OLD_BETS = 400;
/** The second server starts this much later if the first dies while it starts. */
const HEAD_START_MS = 100;
const MOST_TRIES = 6;

const MOMENTS = ['before', 'written', 'recorded'] as const;
type Moment = (typeof MOMENTS)[number];
const ASKED = ['bet', 'sign-in', 'resolve', 'cash-out', 'void', 'limits'] as const;
const WORKS = [...ASKED, 'settle', 'migrate'] as const;
type Work = (typeof WORKS)[number];

/** A bet that meets no other is one statement, which commits itself. */
const momentsOf = (work: Work): readonly Moment[] => (work === 'bet' ? ['before', 'recorded'] : MOMENTS);

/** One trial: the server dies once. */
interface Trial {
  work: Work;
  moment: Moment;
  besideRuns: boolean;
  readyMs: number;
  /** In the same minute. */
  bareMs: number;
  problems: string[];
}

/** The databases that trials copy at their start. They must have no connections. */
interface Start {
  readonly random: Random;
  readonly copies: DatabaseCopies;
  readonly cast: { readonly url: string; readonly cast: Cast };
  readonly resolved: { readonly url: string; readonly market: FilledMarket; readonly request: Buffer };
  readonly previous: { readonly url: string; readonly print: string };
}

/** The server that dies, and the one beside it. */
interface Pair {
  readonly armed: ServerProcess;
  readonly beside: ServerProcess;
}

await prove('failpoints', async (proof) => {
  const rounds = proof.sample ? 1 : ROUNDS;
  const progress = openProgress<Trial[]>('failpoints', !proof.sample);
  const copies = await openCopies();
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  // Both have one address, for which wallets sign.
  const settings = { ADMIN_WALLETS: wallet.address, PUBLIC_ORIGIN: 'http://127.0.0.1:3000' };
  const pair: Pair = {
    armed: await ServerProcess.prepare({ settings }),
    beside: await ServerProcess.prepare({ settings }),
  };
  try {
    while (progress.rounds.length < rounds) {
      const round = progress.rounds.length;
      const start = await makeStart(copies, { wallet, pair, seed: SEED + round });
      const trials: Trial[] = [];
      for (const [i, work] of WORKS.entries()) {
        const bareMs = proof.sample ? Number.NaN : await timeBareStart();
        for (const [j, moment] of momentsOf(work).entries()) {
          if (proof.sample && !isSampled(i, j)) continue;
          const besideRuns = (i + j + round) % 2 === 1;
          const trial = await runTrial(start, pair, { work, moment, besideRuns, round, bareMs });
          trials.push(trial);
          for (const problem of trial.problems) proof.say(`${nameOf(trial)}: ${problem}`);
        }
      }
      for (const { url } of [start.cast, start.resolved, start.previous]) await copies.drop(url);
      progress.add(trials);
      const slowest = Math.max(...trials.map(({ readyMs }) => readyMs));
      proof.say(
        `round ${round + 1} of ${rounds}: ${trials.length} deaths, ready again after at most ${Math.round(slowest)} ms`,
      );
    }
    report(proof, progress.rounds.flat(), rounds);
    progress.clear();
  } finally {
    await pair.armed.remove();
    await pair.beside.remove();
    await copies.stop();
  }
});

/** A sample dies once at each kind of work, each time at a different point. */
function isSampled(work: number, moment: number): boolean {
  return moment === work % MOMENTS.length;
}

function report(proof: Proof, trials: readonly Trial[], rounds: number): void {
  const countOf = (work: Work) => (proof.sample ? 1 : momentsOf(work).length);
  const summary = (problems: readonly string[]) =>
    problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 3).join('; ')}`;
  const row = (what: string, of: readonly Trial[], due: number) => {
    const problems = of.flatMap((trial) => trial.problems.map((problem) => `${nameOf(trial)}: ${problem}`));
    const beside = of.filter((trial) => trial.besideRuns).length;
    proof.row({
      what: `${what}: ${of.length} deaths, ${beside} of them beside a second server: lost, doubled, or otherwise wrong`,
      bar: '0',
      measured: summary(problems),
      ok: problems.length === 0 && of.length === due,
    });
  };
  for (const work of WORKS) {
    const of = trials.filter((trial) => trial.work === work);
    row(`${work}, at ${countOf(work)} of its ${momentsOf(work).length} points`, of, countOf(work) * rounds);
  }
  row(`all of these`, trials, WORKS.reduce((sum, work) => sum + countOf(work), 0) * rounds);
  const slowest = trials.toSorted((a, b) => b.readyMs / b.bareMs - a.readyMs / a.bareMs)[0];
  if (slowest === undefined) throw new Error('no server died');
  proof.timing(
    ratioRow({
      what: `from the start after each of these ${trials.length} deaths until the server is ready again: the slowest (${nameOf(slowest)})`,
      ms: slowest.readyMs,
      against: BARE_START,
      baseMs: slowest.bareMs,
      most: BAR_OF_BARE,
    }),
  );
}

function nameOf({ work, moment, besideRuns }: Trial): string {
  return `${work}:${moment}${besideRuns ? ' beside a second server' : ''}`;
}

// ---- initial databases of trials ----------------------------------------------------------------------------

async function makeStart(
  copies: DatabaseCopies,
  { wallet, pair: { armed }, seed }: { wallet: EvmWallet; pair: Pair; seed: number },
): Promise<Start> {
  const random = seededRandom(seed);
  const clock = await openMovedClock(await copies.create());
  await armed.start({ DATABASE_URL: clock.url });
  const cast = await makeCast(armed.port, { wallet, random });
  // A bet can be sold a minute after it was placed.
  await clock.advance(61_000);
  await armed.stop();
  await clock.close();
  return {
    random,
    copies,
    cast: { url: clock.url, cast },
    resolved: await makeResolved(copies, { castUrl: clock.url, armed, wallet }),
    previous: await makePrevious(copies),
  };
}

/** A market whose result is approved, and of which nothing is paid. */
async function makeResolved(
  copies: DatabaseCopies,
  { castUrl, armed, wallet }: { castUrl: string; armed: ServerProcess; wallet: EvmWallet },
): Promise<Start['resolved']> {
  const url = await copies.copy(castUrl);
  return withReader(url, async (reader) => {
    const market = await fillBets(reader, {
      name: 'chunks',
      bets: SETTLED_BETS,
      users: 500,
      closesIn: '1 hour',
    });
    await armed.start({ DATABASE_URL: url, FAILPOINT: 'settle:before' });
    const admin = await Admin.signIn(armed, wallet);
    // The server dies when it begins to pay, which may be before it has answered.
    await resolveFilled(admin, reader, market).catch((error) => {
      if (!(error instanceof ConnectionLost)) throw error;
    });
    const unclear = await requireDeath(armed, 'settle:before');
    if (unclear !== null) throw new Error(unclear);
    const [resolution] = await reader.rows(`
      select outcome_id, evidence, encode(rehearsal_hash, 'hex') as hash from resolutions
      where market_id = '${market.marketId}' and started_at is null`);
    if (resolution === undefined) throw new Error('the result was not recorded');
    const { outcome_id: outcomeId, evidence, hash } = resolution;
    const path = `/api/admin/markets/${market.marketId}/resolve`;
    const request = httpRequest({
      method: 'POST',
      path,
      token: admin.token,
      json: { outcomeId, evidence, hash },
    });
    return { url, market, request };
  });
}

async function makePrevious(copies: DatabaseCopies): Promise<Start['previous']> {
  const url = await copies.create();
  return withReader(url, async (reader) => {
    await makePreviousVersion(reader, { bets: OLD_BETS });
    return { url, print: await fingerprint(reader) };
  });
}

// ---- the trials ----------------------------------------------------------------------------------------

async function runTrial(
  start: Start,
  pair: Pair,
  trial: { work: Work; moment: Moment; besideRuns: boolean; round: number; bareMs: number },
): Promise<Trial> {
  const { work, moment, besideRuns, round, bareMs } = trial;
  const problems: string[] = [];
  const found: Trial = { work, moment, besideRuns, readyMs: 0, bareMs, problems };
  const step = { ...found, start, pair, round };
  try {
    if (work === 'settle') found.readyMs = await dieWhileSettling(step);
    else if (work === 'migrate') found.readyMs = await dieWhileMigrating(step);
    else found.readyMs = await dieWhileAsked({ ...step, work });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return found;
}

interface Step {
  readonly start: Start;
  readonly pair: Pair;
  readonly moment: Moment;
  readonly besideRuns: boolean;
  readonly round: number;
  readonly problems: string[];
}

/** A client sends a request and never gets an answer. @returns ms until the server was ready again */
async function dieWhileAsked(step: Step & { work: AskedWork }): Promise<number> {
  const { start, pair, work, moment, besideRuns, problems } = step;
  const { armed, beside } = pair;
  const { random } = start;
  return withCopy(step, start.cast.url, async (at, reader) => {
    const point = `${work}:${moment}`;
    await Promise.all([armed.start({ ...at, FAILPOINT: point }), besideRuns && beside.start(at)]);
    const { cast } = start.cast;
    const ask = await ASKS[work]({ port: armed.port, cast, before: await readBooks(reader), random });
    const before = await readBooks(reader);
    const first = await sendOrLose(armed.port, ask.request);
    if (first !== null) problems.push(`it answered ${first.status} instead of dying: ${first.body}`);
    const alive = await requireDeath(armed, point);
    if (alive !== null) throw new Error(alive);

    // The second server may already be paying, if what was recorded is paid at once.
    const isPayingOn = besideRuns && ask.pays !== undefined && moment === 'recorded';
    if (!isPayingOn) {
      const dueNow = moment === 'recorded' ? (ask.dueAtOnce ?? ask.due) : {};
      const wrong = unlike(changeOf(before, await readBooks(reader)), dueNow);
      problems.push(...wrong.map((what) => `at its death ${what}`));
    }
    const answers: Answer[] = [];
    const again = async (port: number) => {
      const answer = await sendOrLose(port, ask.request);
      if (answer === null) throw new Error('the repeat was not answered');
      answers.push(answer);
    };
    if (besideRuns) await again(beside.port);
    const readyMs = await armed.start(at);
    await again(armed.port);
    await again(armed.port);
    const later = await judge(ask, { answers, moment, port: armed.port, problems });
    if (ask.pays !== undefined) await requirePaid(reader, ask.pays);
    const due = Object.fromEntries(
      [...Object.entries(ask.due), ...Object.entries(later)].map(([name, change]) => [
        name,
        name in ask.due && name in later ? (ask.due[name] ?? 0n) + (later[name] ?? 0n) : change,
      ]),
    );
    problems.push(...unlike(changeOf(before, await readBooks(reader)), due));
    return readyMs;
  });
}

/** Checks that the repeats were answered as one request. If they are refused, does what a client would do. */
async function judge(
  ask: Ask,
  {
    answers,
    moment,
    port,
    problems,
  }: { answers: Answer[]; moment: Moment; port: number; problems: string[] },
) {
  const [first] = answers;
  if (ask.refusedAfter === undefined) {
    const essences = new Set(answers.map(ask.essence));
    if (first?.status !== 200 || essences.size !== 1) {
      problems.push(`the repeats were answered ${[...essences].join(' and ')}`);
    }
    return {};
  }
  // If the request was recorded, the repeats are refused with a sentence. Otherwise the first repeat succeeds.
  const { status, instead } = ask.refusedAfter;
  const due = answers.map((_, i) => (moment !== 'recorded' && i === 0 ? 200 : status));
  const got = answers.map((answer) => answer.status);
  if (due.join() !== got.join()) problems.push(`the repeats were answered ${got}, due were ${due}`);
  for (const { status: code, body } of answers) {
    if (code !== 200 && !/^\S.{20,}[.;]/.test(String(JSON.parse(String(body)).error))) {
      problems.push(`no sentence: ${body}`);
    }
  }
  return moment === 'recorded' && instead !== undefined ? await instead(port) : {};
}

/** Bets are being paid, chunk by chunk. The server dies at another step in each round. */
async function dieWhileSettling(step: Step): Promise<number> {
  const { start, pair, moment, besideRuns, problems, round } = step;
  const { armed, beside } = pair;
  const { url, market, request } = start.resolved;
  const point = `settle:${moment}`;
  const steps = (round + MOMENTS.indexOf(moment)) % STEPS;
  for (let tries = 1; ; tries++) {
    const readyMs = await withCopy(step, url, async (at, reader) => {
      // It dies after one step each time, until it reaches the one that counts.
      for (let i = 0; i < steps; i++) await startToDie(armed, { ...at, FAILPOINT: 'settle:recorded' });
      const before = await cursorOf(reader, market);
      const dying = startToDie(armed, { ...at, FAILPOINT: point }).then(
        () => null,
        (error: Error) => error,
      );
      if (besideRuns) {
        await sleep(HEAD_START_MS);
        await beside.start(at);
      }
      const alive = await dying;
      // The other server may have paid everything first.
      if (alive !== null && besideRuns && tries < MOST_TRIES) return null;
      if (alive !== null) throw alive;
      if (!besideRuns) {
        const after = await cursorOf(reader, market);
        if ((after === before) === (moment === 'recorded')) {
          problems.push(`at its death the settlement was at ${after}, and before at ${before}`);
        }
      }
      const ms = await armed.start(at);
      const again = await sendOrLose(armed.port, request);
      if (again?.status !== 409)
        problems.push(`the result, sent again, was answered ${again?.status}: ${again?.body}`);
      await requirePaid(reader, market.marketId);
      problems.push(...(await findWrongPayments(reader, [endOf(market)])));
      const books = await readBooks(reader);
      const counted = [
        books.get('entries: settlement'),
        books.get('entries: market-remainder'),
        books.get('audit: market.settled'),
        books.get(`resolutions of ${market.marketId}`),
      ];
      if (counted.join() !== `${CHUNKS},1,1,1`) {
        problems.push(`chunks, remainders, notes of the end and resolutions: ${counted}`);
      }
      return ms;
    });
    if (readyMs !== null) return readyMs;
  }
}

async function cursorOf({ rows }: Reader, { marketId }: FilledMarket): Promise<string> {
  const [market] = await rows(`select state, settled_through from markets where id = '${marketId}'`);
  return `${market?.state} ${market?.settled_through}`;
}

/** The first start on an empty database, and the first start of this version on the previous version's books. */
async function dieWhileMigrating(step: Step): Promise<number> {
  const empty = await step.start.copies.create();
  const first = await dieMigrating(step, empty);
  await step.start.copies.drop(empty);
  const second = await dieMigrating(step, step.start.previous.url);
  return Math.max(first, second);
}

async function dieMigrating(step: Step, url: string): Promise<number> {
  const { start, pair, moment, besideRuns, problems } = step;
  const { armed, beside } = pair;
  const isFilled = url === start.previous.url;
  return withCopy(step, url, async (at, reader) => {
    const before = await appliedMigrations(reader);
    const dying = startToDie(armed, { ...at, FAILPOINT: `migrate:${moment}` });
    const besideStarts = besideRuns ? sleep(HEAD_START_MS).then(() => beside.start(at)) : null;
    await Promise.all([dying, besideStarts]);
    const all = knownMigrations().map(() => 1);
    if (!besideRuns) {
      const due = moment === 'recorded' ? all : before;
      const after = await appliedMigrations(reader);
      if (after.join() !== due.join())
        problems.push(`at its death migrations had been applied ${after} times`);
    }
    const ms = await armed.start(at);
    const answer = await sendOrLose(armed.port, httpRequest({ path: '/api/markets' }));
    if (answer === null || readJson<unknown[]>(answer).length === 0)
      problems.push('it offers no market afterwards');
    const applied = await appliedMigrations(reader);
    if (applied.join() !== all.join()) problems.push(`migrations were applied ${applied} times`);
    if (isFilled && (await fingerprint(reader)) !== start.previous.print) {
      problems.push('the books of the previous version are not as they were');
    }
    return ms;
  });
}

// ---- small steps ---------------------------------------------------------------------------------------

/** Works on a copy of a database, whose books must be right at the end; then both servers and the copy are removed. */
async function withCopy<T>(
  { start: { copies }, pair, problems }: Step,
  url: string,
  work: (at: { DATABASE_URL: string }, reader: Reader) => Promise<T>,
): Promise<T> {
  const copy = await copies.copy(url);
  // The heads are from the previous copy, and this copy's audit doesn't have them.
  for (const { dataDir } of [pair.armed, pair.beside])
    rmSync(join(dataDir, 'chain-heads.log'), { force: true });
  try {
    return await withReader(copy, async (reader) => {
      const made = await work({ DATABASE_URL: copy }, reader);
      if (made !== null) problems.push(...(await checkBooks(reader)));
      return made;
    });
  } finally {
    await pair.armed.kill();
    await pair.beside.kill();
    await copies.drop(copy);
  }
}

async function withReader<T>(url: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const reader = await readPostgres(url);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

/** @returns null if no answer came */
async function sendOrLose(port: number, request: Buffer): Promise<Answer | null> {
  try {
    return await sendSurely(port, request);
  } catch (error) {
    if (error instanceof ConnectionLost) return null;
    throw error;
  }
}

/** Starts a server that kills itself, before it is ready or soon after. */
async function startToDie(server: ServerProcess, settings: Readonly<Record<string, string>>): Promise<void> {
  // Ending during the start may be intended; how it ended is checked next.
  await server.start(settings).catch(() => undefined);
  const alive = await requireDeath(server, settings.FAILPOINT ?? '');
  if (alive !== null) throw new Error(alive);
}

/** Waits for a server to end. @returns null if it killed itself at that point, otherwise what it did */
async function requireDeath(server: ServerProcess, point: string): Promise<string | null> {
  const { pid } = server;
  const how = await Promise.race([server.ended(), sleep(DIES_WITHIN_MS, null, { ref: false })]);
  if (how === null) return `it did not die at ${point}`;
  const isThere = server.said.includes(`failpoint ${point} of process ${pid}\n`);
  return how === 'SIGKILL' && isThere ? null : `it ended by ${how}, and not at ${point}: ${server.said}`;
}

async function requirePaid({ rows }: Reader, marketId: string): Promise<void> {
  const deadline = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const [market] = await rows(`select state from markets where id = '${marketId}'`);
    if (market?.state === 'settled' || market?.state === 'void') return;
    if (performance.now() > deadline) throw new Error(`the market is still ${market?.state}`);
    await sleep(20);
  }
}
