import { readFileSync } from 'node:fs';
import { errorSchema } from '@tallystone/core/http-api/error';
import {
  type Answer,
  ConnectionLost,
  HttpConnection,
} from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { askBareServer, BARE_ANSWERS } from '../ask-bare-server.ts';
import { listMarkets, readJson } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type Caller, composeHostileRequest, type HostileRequest } from '../hostile-request.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';

/**
 * Generated requests over every route, as a signed-out caller, a guest, a bettor who signed in and an admin: valid
 * ones, spoiled ones and noise. None is answered 5xx, none reveals the server's internals, every refusal
 * has its three fields, and refused requests left nothing behind. Request i of a seed is always the same.
 */

const SEED = 20261121;
const LANES = 8;
/** It took 7 times as long, in eight lanes at once; a body that blocks the server for others takes hundreds. */
const BAR_OF_BARE = 40;

/** Stack, SQL, paths, names of libraries and classes of errors: nothing that a caller should read. */
const LEAKS: readonly RegExp[] = [
  /\bat\s+\S+\s+\(.*:\d+:\d+\)|\bat (?:async )?file:/,
  /\.(?:ts|mjs|cjs|js):\d+/,
  // Whole words, in lower case: a random token may contain any three letters.
  /\b(?:node_modules|node:internal|drizzle|pglite|zod|fastify|postgres)\b|ZodError|Drizzle|PGlite|FST_ERR|:\/\/[^ ]*@/,
  /\b(?:select .+ from|insert into|update \w+ set|delete from|syntax error at|violates|duplicate key|relation ")/i,
  /(?:^|[\s"'(])\/(?:home|work|root|usr|var|tmp|etc|opt|Users)\//,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ECONN\w+|ENOENT|EPIPE|SQLSTATE)\b/,
  /Cannot read propert|is not a function|is not iterable|undefined|\[object Object\]|Unexpected token/,
];

/** Refusals that must occur, or the requests didn't reach the checks for which they were made. */
const EXPECTED_CODES = [
  ...['invalid-request', 'unauthenticated', 'not-found', 'too-large', 'unsupported-media-type'],
  ...[
    'sign-in-failed',
    'signature-invalid',
    'wrong-wallet',
    'unknown-market',
    'unknown-outcome',
    'odds-changed',
  ],
];

interface Findings {
  sent: number;
  serverErrors: string[];
  leaks: string[];
  shapeless: string[];
  silent: string[];
  slowestMs: number;
  codes: Map<string, number>;
  accepted: Set<string>;
  signIns: number;
}

await prove('hostile-bodies', async (proof) => {
  const total = proof.sample ? 2_000 : 20_000;
  const database = await startDatabase();
  const admin = evmWallet(seededRandom(SEED - 1).bytes(32));
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: admin.address },
  });
  try {
    const reader = await readPostgres(database.url);
    const callers = await signInCallers(server, admin);
    const before = await countRows(reader);
    const memoryBefore = memoryOf(server.pid);
    const findings: Findings = {
      sent: 0,
      serverErrors: [],
      leaks: [],
      shapeless: [],
      silent: [],
      slowestMs: 0,
      codes: new Map(),
      accepted: new Set(),
      signIns: 0,
    };
    let next = 0;
    const lane = async () => {
      let connection = new HttpConnection(server.port);
      for (let i = next++; i < total; i = next++) {
        if (!connection.isOpen) connection = new HttpConnection(server.port);
        const request = await compose(i, { callers, server });
        const isUsable = await sendOne(connection, { i, request, findings });
        if (!isUsable) connection.close();
        if (i % 2_000 === 1_999) proof.say(`${i + 1} sent`);
      }
      connection.close();
    };
    const stopBare = await askBareServer(proof);
    await Promise.all(Array.from({ length: LANES }, lane));
    const bareMs = await stopBare();

    const after = await countRows(reader);
    const memoryAfter = memoryOf(server.pid);
    const broken = await checkBooks(reader);
    await reader.close();
    const what = `${findings.sent} generated requests over every route`;
    const none = (problems: readonly string[]) => ({
      measured: problems.length === 0 ? '0' : `${problems.length}: ${problems.slice(0, 5).join(' ;; ')}`,
      ok: problems.length === 0 && findings.sent === total,
    });
    proof.row({ what: `${what}: answers of 5xx`, bar: '0', ...none(findings.serverErrors) });
    proof.row({ what: 'stack, SQL or path text in an answer', bar: '0', ...none(findings.leaks) });
    proof.row({
      what: 'refusals without { error, code, requestId }',
      bar: '0',
      ...none(findings.shapeless),
    });
    proof.row({ what: 'requests left without an answer', bar: '0', ...none(findings.silent) });
    proof.timing(
      ratioRow({
        what: 'slowest answer',
        ms: findings.slowestMs,
        against: BARE_ANSWERS,
        baseMs: bareMs,
        most: BAR_OF_BARE,
        more: `; memory ${memoryBefore} to ${memoryAfter} MB`,
      }),
    );
    const bets = after.bets - before.bets;
    const postings = after.bet_postings - before.bet_postings;
    proof.row({
      what: `recorded: bets and their postings, sessions, compared with what was acknowledged (${findings.accepted.size} bets, ${findings.signIns + callers.spareSignIns} sign-ins)`,
      bar: 'the same, and the ledger invariants hold',
      measured: `${bets} bets, ${postings} postings, ${after.sessions - before.sessions} sessions; ${broken.length === 0 ? 'invariants hold' : broken.join('; ')}`,
      ok:
        bets === findings.accepted.size &&
        postings === bets &&
        bets > 0 &&
        after.sessions - before.sessions === findings.signIns + callers.spareSignIns &&
        broken.length === 0,
    });
    // A sample is too small to be sure of meeting the rarer ones.
    const expected = proof.sample ? EXPECTED_CODES.slice(0, 5) : EXPECTED_CODES;
    const unmet = expected.filter((code) => !findings.codes.has(code));
    proof.row({
      what: 'kinds of refusal that occurred',
      bar: `at least ${expected.join(', ')}`,
      measured: [...findings.codes].map(([code, count]) => `${code} ${count}`).join(', '),
      ok: unmet.length === 0,
    });
  } finally {
    await server.remove();
    await database.stop();
  }
});

type Callers = Awaited<ReturnType<typeof signInCallers>>;

async function compose(
  i: number,
  { callers, server }: { callers: Callers; server: ServerProcess },
): Promise<HostileRequest> {
  const random = seededRandom(SEED + i);
  const caller = random.pick([
    callers.stranger,
    callers.bettor,
    callers.bettor,
    callers.signed,
    callers.admin,
  ]);
  const request = composeHostileRequest(random, { caller, markets: callers.markets });
  // Really signing out would sign everyone out, so this request gets a separate session.
  const endsSessions = request.endpoint === 'logout' || request.endpoint === 'endAllSessions';
  if (!endsSessions || caller.token === null) return request;
  const connection = new HttpConnection(server.port);
  const spare = await demoToken(connection, callers.spare);
  callers.spareSignIns += 1;
  connection.close();
  const bytes = Buffer.from(request.bytes.toString('latin1').replace(caller.token, spare), 'latin1');
  return { ...request, bytes };
}

/** @returns whether the connection can be used again */
async function sendOne(
  connection: HttpConnection,
  { i, request, findings }: { i: number; request: HostileRequest; findings: Findings },
): Promise<boolean> {
  const name = `#${i} ${request.method} ${request.endpoint} (${request.how})`;
  const startedAt = performance.now();
  findings.sent += 1;
  try {
    const answer = await connection.send(request.bytes, {
      isHead: request.method === 'HEAD',
      limitMs: 10_000,
    });
    findings.slowestMs = Math.max(findings.slowestMs, performance.now() - startedAt);
    judge(answer, { name, request, findings });
    // Responses after noise on a connection can't be distinguished from its tail.
    return request.endpoint !== 'none' && answer.headers.get('connection') !== 'close';
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    // The server may close the connection after noise, but not after a request.
    if (request.endpoint !== 'none') findings.silent.push(`${name}: ${error.message}`);
    return false;
  }
}

function judge(
  { status, headers, body }: Answer,
  { name, request, findings }: { name: string; request: HostileRequest; findings: Findings },
): void {
  const text = body.toString();
  const shown = `${name}: ${status} ${text.slice(0, 200)}`;
  if (status >= 500) findings.serverErrors.push(shown);
  const isOk = status < 400;
  const isDocument = isOk && !(headers.get('content-type') ?? '').startsWith('application/json');
  if (!isDocument && LEAKS.some((leak) => leak.test(text) || leak.test([...headers.values()].join('\n')))) {
    findings.leaks.push(shown);
  }
  if (isOk) {
    if (status !== 200 || request.method !== 'POST') return;
    if (request.endpoint === 'placeBet') findings.accepted.add(String(JSON.parse(text).id));
    if (request.endpoint === 'demoSignIn' || request.endpoint === 'verifySignIn') findings.signIns += 1;
    return;
  }
  // A response to HEAD has no body to check.
  if (request.method === 'HEAD') return;
  const code = refusalCode(text);
  if (code === null) findings.shapeless.push(shown);
  else findings.codes.set(code, (findings.codes.get(code) ?? 0) + 1);
}

function refusalCode(text: string): string | null {
  try {
    const parsed = errorSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { error, code, requestId } = parsed.data;
    return /^[A-Z`].*[.!?]$/.test(error) && /^[a-z-]+$/.test(code) && requestId !== '' ? code : null;
  } catch {
    // Not JSON at all.
    return null;
  }
}

async function signInCallers(server: ServerProcess, adminWallet: EvmWallet) {
  const random = seededRandom(SEED - 2);
  const connection = new HttpConnection(server.port);
  const bettorWallet = evmWallet(random.bytes(32));
  const signedWallet = evmWallet(random.bytes(32));
  const spare = evmWallet(random.bytes(32));
  const callers = {
    stranger: { token: null, wallet: evmWallet(random.bytes(32)) } satisfies Caller,
    bettor: { token: await demoToken(connection, bettorWallet), wallet: bettorWallet } satisfies Caller,
    signed: { token: await signedToken(connection, signedWallet), wallet: signedWallet } satisfies Caller,
    admin: { token: await signedToken(connection, adminWallet), wallet: adminWallet } satisfies Caller,
    spare,
    spareSignIns: 0,
    markets: (await listMarkets(connection)).filter((market) => market.state === 'open'),
  };
  connection.close();
  return callers;
}

async function demoToken(connection: HttpConnection, wallet: EvmWallet): Promise<string> {
  const json = { wallet: wallet.address, chain: 'Polygon' };
  const answer = await connection.send(httpRequest({ method: 'POST', path: '/api/auth/demo', json }));
  return readJson<{ token: string }>(answer).token;
}

async function signedToken(connection: HttpConnection, wallet: EvmWallet): Promise<string> {
  const path = `/api/auth/nonce?wallet=${wallet.address}`;
  const asked = await connection.send(httpRequest({ path }));
  const { nonce, message } = readJson<{ nonce: string; message: string }>(asked);
  const json = { wallet: wallet.address, signature: wallet.sign(message), nonce, walletType: 'metamask' };
  const answer = await connection.send(httpRequest({ method: 'POST', path: '/api/auth/verify', json }));
  return readJson<{ token: string }>(answer).token;
}

async function countRows(reader: Reader) {
  const [row] = await reader.rows(`
    select (select count(*) from bets) as bets, (select count(*) from sessions) as sessions,
      (select count(*) from postings p join entries e on e.id = p.entry_id where e.kind = 'bet') as bet_postings`);
  return {
    bets: Number(row?.bets),
    sessions: Number(row?.sessions),
    bet_postings: Number(row?.bet_postings),
  };
}

/** Resident memory in MB, if the system reports it. */
function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    // Only Linux has this file.
    return 0;
  }
}
