import { fileURLToPath } from 'node:url';
import { NOT_ON_DISTRIBUTED } from '@tallystone/testkit/database/not-on-distributed.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { runProof } from '../../scripts/run-proof.mjs';
import { driveBets, prepareBets } from '../bet-load.ts';
import { checkBooks } from '../check-books.ts';
import { compareWithListed } from '../compare-with-listed.ts';
import { type ProofDatabase, readPostgres, startDatabase } from '../database.ts';
import { startDistributed } from '../distributed-database.ts';
import { medianOf } from '../median-of.ts';
import { type Proof, prove } from '../proof.ts';
import { runTests } from '../run-tests.ts';

/**
 * The built server on the distributed profile, which stands for databases on several machines: proofs of bets, caps, ends,
 * kills and streams run on it as they run on PostgreSQL. Each of them also fails if a statement uses what such databases lack.
 * Then the tests of the server, and bets per second against PostgreSQL itself, in the same run.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROOFS = [
  'same-bet-storm',
  'cap-race',
  'end-races',
  'kill-storm-postgres',
  'settle-kills',
  'stream-resume',
];
/** Those of `npm run test:ci`. */
const SAMPLED = ['same-bet-storm', 'end-races'];
const SEED = 20261127;
const CONNECTIONS = 128;
const WARM_UP_BETS = 1_000;
const BETS = 10_000;
const TURNS = 3;
/** Tests that a row names. */
const MOST_NAMED = 5;
/** Bets per second on the profile against PostgreSQL. One market waits for each commit; several wait side by side. */
const BARS = [
  { of: 1, bar: 0.5 },
  { of: 4, bar: 0.8 },
];

await prove('distributed', async (proof) => {
  await buildIfStale();
  if (proof.sample) await Promise.all(SAMPLED.map((name) => runOn(proof, name)));
  else {
    for (const name of PROOFS) await runOn(proof, name);
    await runSuite(proof);
    for (const { of, bar } of BARS) await compare(proof, { of, bar });
  }
});

async function runOn(proof: Proof, name: string): Promise<void> {
  const { result } = await runProof(ROOT, `bench/prove/${name}.ts`, {
    sample: proof.sample,
    env: { PROVE_DATABASE: 'distributed', TALLYSTONE_IS_BUILT: '1' },
  });
  for (const row of result.rows) proof.row({ ...row, what: `${name}: ${row.what}` });
}

/** The tests of the server. Those of the list are about what distributed databases lack. */
async function runSuite(proof: Proof): Promise<void> {
  const results = await runTests('api', { TEST_TABLES: 'distributed' });
  const { passed, listed, leftOut, wrong } = compareWithListed(results, NOT_ON_DISTRIBUTED);
  for (const each of wrong) proof.say(each);
  const counted = `${passed} pass, ${listed} are listed, ${leftOut} skip themselves`;
  proof.row({
    what: 'the tests of the server on the profile, but for those about what distributed databases lack, which are listed',
    bar: 'all pass, and none of the list does',
    measured:
      wrong.length === 0
        ? counted
        : `${counted}, ${wrong.length} are not as they should be: ${wrong.slice(0, MOST_NAMED).join('; ')}`,
    ok: passed > 0 && wrong.length === 0,
  });
}

/** In turns, so that a busy minute of the machine affects both. */
async function compare(proof: Proof, { of, bar }: { of: number; bar: number }): Promise<void> {
  const plain = await startDatabase();
  const profile = await startDistributed();
  const [onPlain, onProfile]: [number[], number[]] = [[], []];
  const broken: string[] = [];
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      const seed = SEED + turn;
      onPlain.push(await measure(plain, { of, seed, broken }));
      onProfile.push(await measure(profile, { of, seed, broken }));
      proof.say(
        `${of} markets: ${Math.round(onProfile.at(-1) ?? 0)} against ${Math.round(onPlain.at(-1) ?? 0)} bets/s`,
      );
    }
  } finally {
    await plain.stop();
    await profile.stop();
  }
  const [fast, slow] = [medianOf(onPlain), medianOf(onProfile)];
  const markets = of === 1 ? 'one busy market' : `${of} busy markets`;
  proof.row({
    what: `bets per second on ${markets}, one server, ${CONNECTIONS} connections, on the distributed profile against PostgreSQL itself, medians of ${TURNS} runs in turns`,
    bar: `at least ${bar} x`,
    measured: `${(slow / fast).toFixed(2)} x: ${Math.round(slow)}/s against ${Math.round(fast)}/s`,
    ok: slow >= bar * fast,
  });
  proof.row({
    what: `bets booked there are the bets acknowledged, and the invariants by independent SQL, ${markets}`,
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

/** @returns bets per second */
async function measure(
  database: ProofDatabase,
  { of, seed, broken }: { of: number; seed: number; broken: string[] },
): Promise<number> {
  const databaseUrl = await database.renew();
  const server = await ServerProcess.start({ databaseUrl, settings: database.settings });
  try {
    const load = await prepareBets(server, { seed, bets: BETS + WARM_UP_BETS, of });
    const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
    await Promise.all(lanes.map((lane) => lane.opened()));
    const warm = await driveBets(lanes, load.slice(0, WARM_UP_BETS));
    const startedAt = performance.now();
    const run = await driveBets(lanes, load.slice(WARM_UP_BETS));
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const lane of lanes) lane.close();
    const reader = await readPostgres(database.ownerUrl);
    const [row] = await reader.rows('select count(*)::text as bets from bets');
    broken.push(...(await checkBooks(reader)));
    await reader.close();
    const acknowledged = warm.accepted + run.accepted;
    if (row?.bets !== String(acknowledged))
      broken.push(`${row?.bets} bets booked, ${acknowledged} acknowledged`);
    return run.accepted / seconds;
  } finally {
    await server.remove();
  }
}
