import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { driveBets, prepareBets } from './bet-load.ts';
import { checkBooks } from './check-books.ts';
import { cpuTimeOf, parentOf } from './cpu-time.ts';
import { type ProofDatabase, readPostgres, startDatabase } from './database.ts';
import { medianOf } from './median-of.ts';
import { type Proof, proveInFull } from './proof.ts';

/**
 * Bets per second on one busy market, over HTTP, each with quote, key and a wallet's signature that the server
 * checks, on PostgreSQL with every commit on disk. Server, database and the load, which this process makes,
 * share the machine. In turns with it: the same server with batches of one bet, and pgbench on the same PostgreSQL.
 */

const SEED = 20261121;
const DIST = fileURLToPath(new URL('../api/dist', import.meta.url));
/** So many that the next batch is always full. With 128 the server waits for bets, and takes a tenth fewer. */
const CONNECTIONS = 256;
const WARM_UP_BETS = 1_000;
const TURNS = 5;
const PGBENCH_S = 6;
/** Of the same minute. A batch saves more on a slow disk. */
const BAR_OF_PGBENCH = 0.9;
/** It reached 13.5 times as many; a third less is a loss, on any disk. */
const BAR_TIMES = 9;

interface Measured {
  perSecond: number;
  medianMs: number;
  slowMs: number;
  accepted: number;
  sent: number;
  refusals: string;
  /** CPU time per accepted bet, in ms, by process. */
  cpu: string;
  broken: string[];
}

await proveInFull('bets-per-second', async (proof) => {
  await buildIfStale();
  const single = makeOneBetPerTransaction();
  const database = await startDatabase();
  try {
    const durability = await readDurability(database.url);
    const ofPgbench: number[] = [];
    const ones: Measured[] = [];
    const batches: Measured[] = [];
    // Run in turns, so that a busy minute of the machine affects both.
    for (let turn = 0; turn < TURNS; turn++) {
      const seed = SEED + turn;
      ofPgbench.push(await runPgbench(database));
      proof.say(`pgbench: ${Math.round(ofPgbench.at(-1) ?? Number.NaN)} transactions/s`);
      ones.push(await measure(proof, database, { entry: single, seed, bets: 4_000 }));
      batches.push(
        await measure(proof, database, {
          entry: 'api/dist/main.mjs',
          seed,
          bets: 15_000,
        }),
      );
    }
    const product = middleOf(batches);
    const oneByOne = middleOf(ones);
    const shares = batches.map(({ perSecond }, turn) => perSecond / (ofPgbench[turn] ?? Number.NaN));
    const share = medianOf(shares);
    const all = [...ones, ...batches];
    const broken = all.flatMap((run) => run.broken);

    proof.row({
      what: `bets accepted per second on one busy market over HTTP, signatures checked, PostgreSQL (${durability}), ${CONNECTIONS} connections, load on the same machine; median of ${batches.length} runs`,
      bar: 'for information',
      measured: inWords(product),
      ok: product.accepted > 0,
    });
    proof.row({
      what: `the same against one transaction per bet (the same server with batches of one), median of ${ones.length} runs in turns: ${inWords(oneByOne)}`,
      bar: `at least ${BAR_TIMES} x`,
      measured: `${(product.perSecond / oneByOne.perSecond).toFixed(1)} x`,
      ok: product.perSecond >= BAR_TIMES * oneByOne.perSecond,
    });
    proof.row({
      what: `the same against the transactions of pgbench TPC-B on the same PostgreSQL (-i -s 10; -c 8 -T ${PGBENCH_S}), run in turns; median of ${TURNS} pairs`,
      bar: `at least ${BAR_OF_PGBENCH} x`,
      measured: `${share.toFixed(2)} x: ${Math.round(product.perSecond)}/s against ${Math.round(medianOf(ofPgbench))}/s; pairs from ${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`,
      ok: share >= BAR_OF_PGBENCH,
    });
    proof.row({
      what: `bets booked are the bets acknowledged, and the invariants hold by independent SQL (${all.reduce((sum, run) => sum + run.accepted, 0)} bets)`,
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await database.stop();
  }
});

async function measure(
  proof: Proof,
  database: ProofDatabase,
  { entry, seed, bets }: { entry: string; seed: number; bets: number },
): Promise<Measured> {
  const databaseUrl = await database.renew();
  const server = await ServerProcess.start({ databaseUrl, entry });
  try {
    const load = await prepareBets(server, { seed, bets: bets + WARM_UP_BETS });
    const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
    await Promise.all(lanes.map((lane) => lane.opened()));
    const warm = await driveBets(lanes, load.slice(0, WARM_UP_BETS));
    const cpu = await startCpuClock(server, databaseUrl);
    const startedAt = performance.now();
    const run = await driveBets(lanes, load.slice(WARM_UP_BETS));
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpuPerBet = cpu(run.accepted);
    for (const lane of lanes) lane.close();

    const reader = await readPostgres(databaseUrl);
    const [row] = await reader.rows('select count(*)::text as bets from bets');
    const broken = await checkBooks(reader);
    await reader.close();
    const acknowledged = warm.accepted + run.accepted;
    if (row?.bets !== String(acknowledged))
      broken.push(`${row?.bets} bets booked, ${acknowledged} acknowledged`);
    run.latencies.sort((a, b) => a - b);
    const at = (share: number) => run.latencies[Math.floor(share * (run.latencies.length - 1))] ?? 0;
    const measured: Measured = {
      perSecond: run.accepted / seconds,
      medianMs: at(0.5),
      slowMs: at(0.99),
      accepted: acknowledged,
      sent: bets,
      refusals: [...run.refusals].map(([code, count]) => `${count} ${code}`).join(', '),
      cpu: cpuPerBet,
      broken,
    };
    proof.say(`${entry}: ${inWords(measured)}`);
    return measured;
  } finally {
    await server.remove();
  }
}

/**
 * The built server with two constants of its bet queue changed: batches contain one bet and don't
 * wait for a second. The product has no setting for it, because no operator should do it.
 *
 * @returns its path from the root of the repository
 */
function makeOneBetPerTransaction(): string {
  const name = 'main-one-bet-per-transaction';
  const file = readdirSync(DIST)
    .filter((entry) => entry.endsWith('.mjs') && !entry.startsWith(name))
    .find((entry) => readFileSync(join(DIST, entry), 'utf8').includes('BATCH_BETS = '));
  if (file !== 'main.mjs')
    throw new Error(`expected the bet queue in api/dist/main.mjs, found it in ${file}`);
  const source = readFileSync(join(DIST, file), 'utf8');
  const changed = source
    .replace(/\bBATCH_BETS = \d+;/, 'BATCH_BETS = 1;')
    .replace(/\bBATCH_WAIT_MS = \d+;/, 'BATCH_WAIT_MS = 0;');
  if (!changed.includes('BATCH_BETS = 1;') || !changed.includes('BATCH_WAIT_MS = 0;')) {
    throw new Error('the bet queue no longer has its constants BATCH_BETS and BATCH_WAIT_MS');
  }
  writeFileSync(join(DIST, `${name}.mjs`), changed);
  return `api/dist/${name}.mjs`;
}

/** What each part of the work costs: shows what to optimise if the bar is missed. */
async function startCpuClock(server: ServerProcess, databaseUrl: string): Promise<(bets: number) => string> {
  const reader = await readPostgres(databaseUrl);
  const [row] = await reader.rows('select pg_backend_pid()::text as pid');
  // While its connection is open, because the server process is the parent of the connection's process.
  const postgres = parentOf(Number(row?.pid));
  await reader.close();
  const clocks = [
    { name: 'server', read: () => cpuTimeOf(server.pid) },
    { name: 'PostgreSQL', read: () => (postgres === null ? null : cpuTimeOf(postgres)) },
    { name: 'load', read: ownCpuTime },
  ].map((clock) => ({ ...clock, before: clock.read() }));
  return (bets) => {
    const parts = clocks.flatMap(({ name, read, before }) => {
      const after = read();
      return before === null || after === null ? [] : [`${name} ${((after - before) / bets).toFixed(2)}`];
    });
    return parts.length === 0 ? '' : `, CPU ms per bet: ${parts.join(', ')}`;
  };
}

function ownCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function readDurability(url: string): Promise<string> {
  const reader = await readPostgres(url);
  const [row] = await reader.rows(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  await reader.close();
  if (row?.fsync !== 'on' || row.commit !== 'on')
    throw new Error(`durability is off: ${JSON.stringify(row)}`);
  return `${row.version}, fsync and synchronous_commit on`;
}

/** @returns transactions a second */
async function runPgbench(database: ProofDatabase): Promise<number> {
  const url = await database.renew();
  const run = promisify(execFile);
  await run('pgbench', ['-i', '-q', '-s', '10', url]);
  const { stdout } = await run('pgbench', ['-c', '8', '-T', String(PGBENCH_S), url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

function middleOf(runs: readonly Measured[]): Measured {
  const sorted = [...runs].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

function inWords({ perSecond, medianMs, slowMs, sent, refusals, cpu }: Measured): string {
  return `${Math.round(perSecond)}/s over ${sent} bets, median ${medianMs.toFixed(0)} ms, 99% within ${slowMs.toFixed(0)} ms${cpu}${refusals === '' ? '' : `, refused: ${refusals}`}`;
}
