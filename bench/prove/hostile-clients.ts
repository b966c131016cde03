import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  type Answer,
  ConnectionLost,
  HttpConnection,
} from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listSteadyMarkets, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { Delays } from '../delays.ts';
import type { HostileAct, HostileOutcome } from '../hostile-client.ts';
import { memoryOf } from '../memory-of.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * One client at one address does its worst, one way at a time: connections that read nothing, connections that query health
 * endlessly, made-up tokens, pages of made-up markets. Meanwhile others, each at a separate address, read and bet. All
 * of them get answers, the server stays ready, and they wait not much longer than on a quiet server. Limits are on, as
 * they are everywhere except on a demo for one machine.
 */

const SEED = 20261123;
const ATTACKER = '127.0.0.1';
const OTHERS = 6;
const MOST_TIMES_QUIET = 3;
/** Between two requests of one of the others: below every limit. */
const LOOK_EVERY_MS = 250;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ATTACKS: readonly { act: HostileAct; what: string; full: number; sample: number }[] = [
  { act: 'unread', what: 'connections that read nothing', full: 3_000, sample: 300 },
  { act: 'health', what: 'connections that ask for health without end', full: 512, sample: 300 },
  { act: 'tokens', what: 'made-up tokens a second', full: 4_000, sample: 1_000 },
  { act: 'markets', what: 'pages of made-up markets a second', full: 2_000, sample: 1_000 },
];

interface Other {
  readonly bettor: Bettor;
  readonly address: string;
  connection: HttpConnection;
}

interface Observations {
  reads: Delays;
  bets: Delays;
  unanswered: string[];
  notReady: string[];
}

await prove('hostile-clients', async (proof) => {
  const seconds = proof.sample ? 1.5 : 20;
  const database = await startDatabase();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { RATE_LIMITS: 'on', ...(proof.sample && { UNREAD_TIMEOUT: '1' }) },
  });
  const books = await readPostgres(database.url);
  try {
    const others = await signInOthers(server.port);
    const [market] = await marketsOf(others);
    if (market === undefined) throw new Error('the server offers no market that only bets move');
    const quiet = await observe(others, { server, market, seconds });
    proof.say(`quiet: ${summary(quiet)}`);
    for (const { act, what, full, sample } of ATTACKS) {
      if (process.env.ONLY !== undefined && process.env.ONLY !== act) continue;
      const many = proof.sample ? sample : full;
      const attack = await begin(server.port, act, many);
      const cpuBefore = cpuTimeOf(server.pid) ?? 0;
      const observed = await observe(others, { server, market, seconds });
      const cpuMs = Math.round((cpuTimeOf(server.pid) ?? 0) - cpuBefore);
      const outcome = await attack.end();
      proof.say(
        `${act}: ${summary(observed)}; ${JSON.stringify(outcome)}; ${memoryOf(server.pid)} MB, ${cpuMs} ms of CPU`,
      );
      measure(proof, { what: `${many} ${what}`, act, quiet, observed, outcome });
    }
    const broken = await checkBooks(books);
    proof.row({
      what: 'ledger after all of it',
      bar: 'the invariants hold',
      measured: broken.length === 0 ? 'they hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await books.close();
    await server.remove();
    await database.stop();
  }
});

function measure(
  proof: Proof,
  found: {
    what: string;
    act: HostileAct;
    quiet: Observations;
    observed: Observations;
    outcome: HostileOutcome;
  },
): void {
  const { what, act, quiet, observed, outcome } = found;
  const { reads, bets, unanswered, notReady } = observed;
  proof.row({
    what: `${what}: others without an answer, or refused`,
    bar: '0',
    measured: `${unanswered.length} of ${reads.count + bets.count}${unanswered.length > 0 ? `: ${unanswered.slice(0, 3).join(' ;; ')}` : ''}`,
    ok: unanswered.length === 0 && reads.count > 0 && bets.count > 0,
  });
  proof.row({
    what: `${what}: ready, as others see it`,
    bar: 'each time',
    measured: notReady.length === 0 ? 'each time' : notReady.slice(0, 3).join(' ;; '),
    ok: notReady.length === 0,
  });
  const refused = outcome.answers['429'] ?? 0;
  proof.row({
    what: `${what}: the client meets its limits`,
    bar: act === 'unread' ? 'connections are refused' : 'it gets 429',
    measured: `${outcome.sent} sent, ${refused} refused, ${outcome.closed} closed`,
    ok: refused + (act === 'unread' ? outcome.closed : 0) > 0,
  });
  for (const kind of ['reads', 'bets'] as const) {
    const [before, during] = [quiet[kind].within(0.5), observed[kind].within(0.5)];
    proof.timing({
      what: `${what}: the median of others' ${kind}`,
      bar: `at most ${MOST_TIMES_QUIET} times that of a quiet server`,
      measured: `${during} ms, quiet ${before} ms`,
      ok: during <= MOST_TIMES_QUIET * before,
    });
  }
}

function summary({ reads, bets }: Observations): string {
  return `${reads.count} reads, median ${reads.within(0.5)} ms; ${bets.count} bets, median ${bets.within(0.5)} ms`;
}

async function signInOthers(port: number): Promise<Other[]> {
  const random = seededRandom(SEED);
  const others: Other[] = [];
  for (let i = 0; i < OTHERS; i++) {
    const address = `127.0.1.${i + 1}`;
    const connection = new HttpConnection(port, '127.0.0.1', address);
    others.push({ bettor: await signInBettor(connection, random), address, connection });
  }
  return others;
}

async function marketsOf([first]: readonly Other[]): Promise<WireListedMarket[]> {
  if (first === undefined) throw new Error('there are no other clients');
  return listSteadyMarkets(first.connection);
}

/** Each of the others reads, bets and asks whether the server is ready, repeatedly for a while. */
async function observe(
  others: readonly Other[],
  { server, market, seconds }: { server: ServerProcess; market: WireListedMarket; seconds: number },
): Promise<Observations> {
  const observed: Observations = { reads: new Delays(), bets: new Delays(), unanswered: [], notReady: [] };
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    others.map(async (other, i) => {
      // Not all at once.
      await sleep((i * LOOK_EVERY_MS) / OTHERS);
      do {
        await observeOnce(other, { server, market, observed });
        await sleep(LOOK_EVERY_MS);
      } while (performance.now() < until);
    }),
  );
  return observed;
}

async function observeOnce(
  other: Other,
  { server, market, observed }: { server: ServerProcess; market: WireListedMarket; observed: Observations },
): Promise<void> {
  const { bettor, address } = other;
  if (!other.connection.isOpen) other.connection = new HttpConnection(server.port, '127.0.0.1', address);
  const { connection } = other;
  const outcomeId = market.outcomes[0]?.id ?? '';
  try {
    const path = `/api/markets/${market.id}/risk`;
    await timed(observed, 'reads', () => connection.send(httpRequest({ path, token: bettor.token })));
    const { odds, quoteId = null } = await askQuote(connection, {
      bettor,
      marketId: market.id,
      outcomeId,
      amount: 1,
    });
    const terms = { bettor, marketId: market.id, outcomeId, amount: 1, odds, quoteId, key: randomUUID() };
    const { request } = signBet(terms);
    await timed(observed, 'bets', () => connection.send(request));
    const ready = await patiently(() => connection.send(httpRequest({ path: '/api/health/ready' })));
    if (ready.status !== 200) observed.notReady.push(ready.body.toString());
  } catch (error) {
    observed.unanswered.push(error instanceof Error ? error.message : String(error));
    if (!(error instanceof ConnectionLost)) connection.close();
  }
}

async function timed(
  observed: Observations,
  kind: 'reads' | 'bets',
  send: () => Promise<Answer>,
): Promise<void> {
  const begun = performance.now();
  const { status, body } = await patiently(send);
  observed[kind].add(performance.now() - begun);
  // The price may have moved under a bet: that is an answer.
  const isAnswer = status === 200 || (kind === 'bets' && status === 409);
  if (!isAnswer) observed.unanswered.push(`${kind}: ${status} ${body.toString().slice(0, 200)}`);
}

/** A sample runs beside other work: there, a bettor who is told that the server is busy tries again. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || process.env.PROVE_SAMPLE !== '1') return answer;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Starts a hostile client. Resolves once it is running. */
async function begin(port: number, act: HostileAct, many: number) {
  const child = endWithUs(
    spawn(
      process.execPath,
      ['--import', 'tsx', 'bench/hostile-client.ts', String(port), ATTACKER, act, String(many)],
      { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  await once(lines, 'line');
  return {
    async end(): Promise<HostileOutcome> {
      const ended = once(lines, 'close');
      child.stdin.end();
      await ended;
      // Its last line, in the form of its type.
      return JSON.parse(said.at(-1) ?? '{}') as HostileOutcome;
    },
  };
}
