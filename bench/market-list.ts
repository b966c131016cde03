import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { addMarkets } from './add-markets.ts';
import { checkBooks } from './check-books.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { readPostgres, startDatabase } from './database.ts';
import { medianOf } from './median-of.ts';
import { type Proof, proveInFull } from './proof.ts';
import { startBareServer } from './start-bare-server.ts';

/**
 * How fast `GET /api/markets` is served with 500 markets, compared with a bare node:http server that sends the same
 * headers and the same compressed bytes, measured in turns in the same run; and the 304 for a client
 * that already has the list, compared with a bare 304.
 */

const MARKETS = 500;
const CONNECTIONS = 32;
const WARM_UP_S = 2;
const BAR_SHARE = 0.65;
const BAR_SHARE_UNCHANGED = 0.65;
const LARGEST = 25 * 1024;
const PATH = '/api/markets';
const ENCODING = { 'accept-encoding': 'gzip' };

/** Node adds these to every response. */
const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

await proveInFull('market-list', async (proof) => {
  const database = await startDatabase();
  // The prices of the demo's stand-in drift, which changes the list each time; this one doesn't.
  const standIn = await StandInProcess.start();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { AZURO_API_URL: standIn.apiUrl, AZURO_WS_URL: standIn.wsUrl },
  });
  const bare: ChildProcess[] = [];
  try {
    // The server made the tables and its practice markets; the others are added while it is down.
    await server.stop();
    await addMarkets(database.url, MARKETS);
    await server.start();
    const reader = await readPostgres(database.url);
    const broken = await checkBooks(reader);
    await reader.close();

    const list = await ask(server.port, ENCODING);
    const count = JSON.parse(gunzipSync(list.body).toString()).length;
    const etag = list.headers.get('etag') ?? '';
    const known = await ask(server.port, { ...ENCODING, 'if-none-match': etag });
    proof.say(`${count} markets, ${list.body.length} bytes of gzip, second answer ${known.status}`);

    const seconds = 4;
    const turns = 7;
    const compare = async (name: string, answer: Answer, headers: Record<string, string>) => {
      const sent = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name)));
      const { child, port } = await startBareServer({ ...answer, headers: sent });
      bare.push(child);
      const ours = { port: server.port, pid: server.pid };
      const theirs = { port, pid: child.pid ?? 0 };
      return await measureInTurns(proof, { name, turns, seconds, headers, ours, bare: theirs });
    };
    const whole = await compare('list', list, ENCODING);
    const unchanged = await compare('unchanged', known, { ...ENCODING, 'if-none-match': etag });
    const isStill = (await ask(server.port, ENCODING)).headers.get('etag') === etag;

    proof.row({
      what: `gzip of GET ${PATH} with ${count} markets before their first bets`,
      bar: `less than ${LARGEST / 1024} kB`,
      measured: `${(list.body.length / 1024).toFixed(1)} kB`,
      ok: count >= MARKETS && list.body.length < LARGEST,
    });
    proof.row({
      what: `GET ${PATH} with ${count} markets, with constant prices, requests/s against a bare node:http server sending the same bytes, ${whole.tool}, ${CONNECTIONS} connections, median of ${turns} turns`,
      bar: `at least ${BAR_SHARE} x`,
      measured: whole.measured,
      ok: count >= MARKETS && whole.share >= BAR_SHARE,
    });
    proof.row({
      what: `the same with If-None-Match (${known.status}), against a bare ${known.status}`,
      bar: `at least ${BAR_SHARE_UNCHANGED} x, and the list is the same before and after`,
      measured: `${unchanged.measured}; ${isStill ? 'the same' : 'another one'}`,
      ok: known.status === 304 && isStill && unchanged.share >= BAR_SHARE_UNCHANGED,
    });
    proof.row({
      what: 'ledger invariants with the added markets, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    for (const child of bare) child.kill();
    await server.remove();
    await standIn.kill();
    await database.stop();
  }
});

async function ask(port: number, headers: Record<string, string>): Promise<Answer> {
  const connection = new HttpConnection(port);
  const answer = await connection.send(httpRequest({ path: PATH, headers }));
  connection.close();
  return answer;
}

interface Target {
  port: number;
  pid: number;
}

async function measureInTurns(
  proof: Proof,
  run: {
    name: string;
    turns: number;
    seconds: number;
    headers: Record<string, string>;
    ours: Target;
    bare: Target;
  },
): Promise<{ share: number; measured: string; tool: string }> {
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const cpu = { ours: 0, bare: 0 };
  const answers = { ours: 0, bare: 0 };
  let tool = 'wrk';
  // Both run warm: serving is measured, not compiling.
  for (const { port } of [run.bare, run.ours])
    await runLoad({ port, headers: run.headers, seconds: WARM_UP_S });
  for (let turn = 0; turn < run.turns; turn++) {
    for (const who of ['bare', 'ours'] as const) {
      const { port, pid } = run[who];
      const load = { port, headers: run.headers, seconds: run.seconds };
      const cpuBefore = cpuTimeOf(pid) ?? 0;
      const measured = await runLoad(load);
      cpu[who] += (cpuTimeOf(pid) ?? 0) - cpuBefore;
      answers[who] += measured.perSecond * run.seconds;
      tool = measured.tool;
      rates[who].push(measured.perSecond);
      proof.say(`${run.name}, ${who}: ${Math.round(measured.perSecond)}/s`);
    }
  }
  const costs = (['ours', 'bare'] as const).map((who) => `${((1_000 * cpu[who]) / answers[who]).toFixed(0)}`);
  const [ours, bare] = [medianOf(rates.ours), medianOf(rates.bare)];
  const measured = `${(ours / bare).toFixed(2)} x: ${Math.round(ours)}/s against ${Math.round(bare)}/s (CPU per request: ${costs.join(' against ')} microseconds)`;
  return { share: ours / bare, measured, tool };
}

interface Load {
  port: number;
  headers: Record<string, string>;
  seconds: number;
}

async function runLoad(load: Load): Promise<{ perSecond: number; tool: string }> {
  return (await runWrk(load)) ?? (await runOwnLoad(load));
}

/** Null if wrk isn't installed. */
async function runWrk({ port, headers, seconds }: Load): Promise<{ perSecond: number; tool: string } | null> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = [
    '-t1',
    '--timeout',
    '30s',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    ...flags,
    `http://127.0.0.1:${port}${PATH}`,
  ];
  try {
    const { stdout } = await promisify(execFile)('wrk', args);
    if (/Non-2xx or 3xx|Socket errors/.test(stdout))
      throw new Error(`the load was not answered well:\n${stdout}`);
    return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), tool: 'wrk' };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function runOwnLoad({ port, headers, seconds }: Load): Promise<{ perSecond: number; tool: string }> {
  const request = httpRequest({ path: PATH, headers });
  const startedAt = performance.now();
  let answers = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new HttpConnection(port);
      while (performance.now() - startedAt < seconds * 1_000) {
        await connection.send(request);
        answers += 1;
      }
      connection.close();
    }),
  );
  return { perSecond: answers / ((performance.now() - startedAt) / 1_000), tool: 'own load' };
}
