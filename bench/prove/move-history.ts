import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { end, endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { type BetWay, betCosts } from '../bet-costs.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type DatabaseCopies, openCopies } from '../database-copies.ts';
import { fillBets } from '../fill-bets.ts';
import { type FilledBooks, fillBooks } from '../fill-books.ts';
import { fillLiveBooks } from '../fill-live-books.ts';
import { endOf, findWrongPayments, resolveFilled } from '../paid-market.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { type Pair, pairsRow, startVersion } from '../two-versions.ts';
import { until } from '../until.ts';

/**
 * `move-history` moves what is over to history tables. A paid market is moved while bets come, and the program is killed again
 * and again. Then books with everything that the product records are moved and verified, and bets beside two years of history
 * tables are compared with bets beside none.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SEED = 20261130;
const LANES = 8;
const PAIRS = 5;
/** The quarters of two years, as docs/operations/history.md recommends. */
const QUARTERS = 8;
const WAYS: readonly (BetWay & { name: string; most: number })[] = [
  { name: 'a bet that comes alone', connections: 1, bets: 400, inTurn: 20, most: 1.1 },
  { name: 'a bet in batches', connections: 64, bets: 2_000, inTurn: 250, most: 1.1 },
];

await prove('move-history', async (proof) => {
  await buildIfStale();
  await moveUnderBets(proof);
  if (proof.sample) return;
  await moveFilledBooks(proof);
  await compareCosts(proof);
});

/** Books of a stopped server with everything in them. */
async function moveFilledBooks(proof: Proof): Promise<void> {
  const copies = await openCopies();
  const modes = [
    ['practice', fillBooks],
    ['live', fillLiveBooks],
  ] as const;
  try {
    for (const [mode, fill] of modes) {
      const books = await fill(proof, copies, { seed: SEED });
      await moveAndVerify(proof, copies, { mode, books });
      await books.close();
    }
  } finally {
    await copies.stop();
  }
}

async function moveAndVerify(
  proof: Proof,
  copies: DatabaseCopies,
  { mode, books }: { mode: string; books: FilledBooks },
): Promise<void> {
  const copy = await copies.copy(books.url);
  // Without the server's moved clock, which no longer exists.
  const environment = () => ({ ...books.server.environment(), NODE_OPTIONS: '', DATABASE_URL: copy });
  const verify = () => runTool('verify-ledger', { environment });
  const before = await verify();
  const reader = await readPostgres(copy);
  const { month, url } = await yearsLater(reader, copy);
  const moved = await runTool(
    'move-history',
    { environment: () => ({ ...environment(), DATABASE_URL: url }) },
    [month],
  );
  if (moved.code !== 0) throw new Error(`move-history ended with ${moved.code}: ${moved.output}`);
  const after = await verify();
  proof.say(moved.output.trim());
  proof.row({
    what: `${mode}: books in which ${moved.output.match(/ rows moved$/gm)?.length} tables have history tables with rows, by verify-ledger`,
    bar: 'hold, with as many entries, bets and rows as before',
    measured:
      verdictOf(before) === verdictOf(after) ? 'so' : `${verdictOf(after)}, before ${verdictOf(before)}`,
    ok: before.code === 0 && after.code === 0 && verdictOf(before) === verdictOf(after),
  });
  const broken = await checkBooks(reader);
  proof.row({
    what: `${mode}: the same by independent SQL`,
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
  await reader.close();
}

/** The last line of `verify-ledger`, without its time. */
function verdictOf({ output }: { output: string }): string {
  return (output.trim().split('\n').at(-1) ?? '').replace(/, checked in .*/, '');
}

/** Waiting for years. @returns the last month of the books, and an address whose sessions read a clock of years later */
async function yearsLater({ rows }: Reader, url: string): Promise<{ month: string; url: string }> {
  await rows('create schema later');
  await rows(`
    create function later.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.clock_timestamp() + interval '2 years' $$`);
  const [last] = await rows(
    `select to_char(max(recorded_at) at time zone 'UTC', 'YYYY-MM') as month from entries`,
  );
  const later = new URL(url);
  later.searchParams.set('options', '-c search_path=later,public,pg_catalog');
  return { month: last?.month ?? '', url: later.href };
}

/** A market is moved while a server takes bets on another one, and the program is killed. */
async function moveUnderBets(proof: Proof): Promise<void> {
  const [filled, kills] = proof.sample ? [20_000, 2] : [60_000, 10];
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address },
  });
  const reader = await readPostgres(database.url);
  try {
    const market = await fillBets(reader, { name: 'over', bets: filled, users: 500, closesIn: '1 hour' });
    await resolveFilled(await Admin.signIn(server, wallet), reader, market);
    await until(
      async () =>
        (await countOf(reader, `markets where id = '${market.marketId}' and ended_at is not null`)) === 1
          ? true
          : null,
      'the payment of the market',
    );
    const { month, url } = await yearsLater(reader, database.url);
    const isOver = `market_id = '${market.marketId}'`;
    const left = () => countOf(reader, `only bets where ${isOver}`);
    const startMoving = () => {
      const child = endWithUs(
        spawn(process.execPath, ['api/dist/move-history.mjs', month], {
          cwd: ROOT,
          env: { PATH: process.env.PATH, ...server.environment(), DATABASE_URL: url },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece) => (output += String(piece)));
      return { child, output: () => output };
    };

    const acknowledged: string[] = [];
    const refusals = new Map<string, number>();
    let seed = SEED;
    const bet = async (bets: number) => {
      const load = await prepareBets(server, { seed: ++seed, bets, bettors: 20 });
      const lanes = Array.from({ length: LANES }, () => new HttpConnection(server.port));
      await Promise.all(lanes.map((lane) => lane.opened()));
      const run = await driveBets(lanes, load, (id) => acknowledged.push(id));
      for (const lane of lanes) lane.close();
      for (const [code, count] of run.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count);
    };
    let isMoving = true;
    const betting = (async () => {
      while (isMoving) await bet(100);
    })();
    let inTheMiddle = 0;
    for (let kill = 0; kill < kills; kill++) {
      const { child } = startMoving();
      const before = await left();
      // It has begun to move, or nothing is left of the bets and it moves entries.
      await until(async () => (before === 0 || (await left()) < before ? true : null), 'a move');
      await sleep(random.between(0, 200));
      await end(child);
      if ((await left()) > 0) inTheMiddle += 1;
      proof.say(`kill ${kill + 1}: ${await left()} bets are left`);
    }
    const last = startMoving();
    const [code] = await once(last.child, 'exit');
    isMoving = false;
    await betting;
    await bet(100);

    const name = `a paid market of ${filled} bets moved while ${acknowledged.length} came, the program killed ${kills} times, ${inTheMiddle} of them with bets left`;
    const kept = new Set((await reader.rows('select id from bets')).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !kept.has(id)).length;
    proof.row({
      what: `${name}: bets that were refused or lost`,
      bar: '0',
      measured: `${[...refusals].map(([why, count]) => `${count} x ${why}`).join(', ') || '0'} and ${lost}`,
      ok: refusals.size === 0 && lost === 0,
    });
    const remain = await left();
    proof.row({
      what: 'its bets that the program left, once it ended by itself',
      bar: '0',
      measured: code === 0 ? String(remain) : `${remain}, code ${code}: ${last.output()}`,
      ok: code === 0 && remain === 0 && inTheMiddle > 0,
    });
    const wrong = [...(await findWrongPayments(reader, [endOf(market)])), ...(await checkBooks(reader))];
    proof.row({
      what: 'its payments, and the ledger invariants, by independent SQL',
      bar: 'all hold',
      measured: wrong.length === 0 ? 'all hold' : wrong.join('; '),
      ok: wrong.length === 0,
    });
    const [size] = await reader.rows(`
      select round(sum(pg_total_relation_size(c.oid)) / ${filled}) as bytes
      from pg_class c where c.relnamespace = 'history'::regnamespace and c.relkind = 'r'`);
    proof.row({
      what: 'bytes of a moved bet with its entries, its postings, its end and their indexes',
      bar: 'reported',
      measured: String(size?.bytes),
      ok: true,
    });
  } finally {
    await reader.close();
    await server.remove();
    await database.stop();
  }
}

async function countOf({ rows }: Reader, what: string): Promise<number> {
  const [row] = await rows(`select count(*) as n from ${what}`);
  return Number(row?.n);
}

/** Bets beside two years of history tables. */
async function compareCosts(proof: Proof): Promise<void> {
  const versions = [await startVersion({}), await startVersion({})] as const;
  const [, later] = versions;
  try {
    for (let at = 0; at < QUARTERS; at++) {
      const month = `${2024 + Math.floor(at / 4)}-${String((at % 4) * 3 + 3).padStart(2, '0')}`;
      const { code, output } = await runTool('move-history', later.server, [month]);
      if (code !== 0) throw new Error(`move-history ${month} ended with ${code}: ${output}`);
    }
    for (const way of WAYS) {
      const pairs: { server: Pair; postgres: Pair }[] = [];
      // The first pair warms both up.
      for (let pair = 0; pair <= PAIRS; pair++) {
        const { costs } = await betCosts(versions, way, SEED + pair);
        const [earlier, now] = costs;
        if (earlier === undefined || now === undefined) throw new Error('expected the costs of both');
        if (pair > 0)
          pairs.push({
            server: { earlier: earlier.server, now: now.server },
            postgres: { earlier: earlier.postgres, now: now.postgres },
          });
      }
      proof.timing(
        pairsRow({
          what: `${way.name}: CPU time of PostgreSQL beside history tables of ${QUARTERS} quarters, against none, median of ${PAIRS} pairs of ${way.bets} bets`,
          pairs: pairs.map(({ postgres }) => postgres),
          most: way.most,
          unit: 'ms',
        }),
      );
    }
  } finally {
    for (const { server, database } of versions) {
      await server.remove();
      await database.stop();
    }
  }
}
