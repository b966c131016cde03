import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { askBareServer, BARE_ANSWERS } from '../ask-bare-server.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type FilledMarket, fillBets } from '../fill-bets.ts';
import { endOf, findWrongPayments, resolveFilled } from '../paid-market.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';
import { untilQuiet } from '../until-quiet.ts';

/**
 * How long the real server takes to pay a market of a million bets on PostgreSQL, from the moment at which an admin confirmed
 * its result; how long concurrent readers wait; and how much memory it takes. In the same minute, as a baseline for
 * the machine: how long PostgreSQL takes for a bare `insert ... select` of as many rows.
 */

const SEED = 20261121;
/** It took 3.6 times as long as a bare insert of as many rows; a quarter more is a loss, on any disk. */
const BAR_OF_BARE = 4.6;
/** They took 3 and 4 times as long; readers who wait for a chunk of payments take fifty. */
const BAR_OF_BARE_ANSWERS = 15;
const MEMORY_BAR_MB = 500;
const READ_EVERY_MS = 15;
const PAID_LIMIT_MS = 600_000;

await prove('settle-million', async (proof) => {
  const bets = proof.sample ? 50_000 : 1_000_000;
  const users = proof.sample ? 5_000 : 20_000;
  const wallet = evmWallet(seededRandom(SEED).bytes(32));
  const database = await startDatabase();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { ADMIN_WALLETS: wallet.address },
  });
  const reader = await readPostgres(database.url);
  try {
    const market = await fillBets(reader, { name: 'million', bets, users, closesIn: '1 hour' });
    proof.say(`${bets} bets of ${users} users are on the market`);
    const before = await checkBooks(reader);
    proof.say(`checked: ${before.length === 0 ? 'the books are correct' : before.join('; ')}`);
    await untilQuiet(proof, reader);

    const admin = await Admin.signIn(server, wallet);
    const stopBare = await askBareServer(proof);
    const stop = new AbortController();
    const reads = [
      timeReads(server.port, { path: '/api/markets', token: null, stop: stop.signal }),
      timeReads(server.port, {
        path: '/api/user/bets',
        token: await openFilled(reader),
        stop: stop.signal,
      }),
    ];
    await resolveFilled(admin, reader, market);
    const seconds = await untilPaid(reader, market);
    stop.abort();
    const bareAnswerMs = await stopBare();
    const [lists = [], own = []] = await Promise.all(reads);
    const memory = peakMemoryMb(server.pid);
    const bare = await timeBareInsert(reader);

    const pace = Math.round(bets / seconds);
    proof.timing({
      what: `paying a market of ${bets} bets, from the start to the last payment`,
      bar: `at most ${BAR_OF_BARE} times as long as a bare insert ... select of as many rows`,
      measured: `${(seconds / bare).toFixed(1)} times: ${seconds.toFixed(1)} s, ${pace} bets/s, against ${bare.toFixed(1)} s`,
      ok: seconds <= BAR_OF_BARE * bare,
    });
    for (const [name, times] of [
      ['GET /api/markets', lists],
      ['GET /api/user/bets', own],
    ] as const) {
      proof.row({
        what: `${name} during the payment`,
        bar: 'answered each time',
        measured: `${times.length} times`,
        ok: times.length > 0,
      });
      proof.timing(
        ratioRow({
          what: `the same, ${times.length} reads: 99% of them`,
          ms: shareOf(times, 0.99),
          against: BARE_ANSWERS,
          baseMs: bareAnswerMs,
          most: BAR_OF_BARE_ANSWERS,
          more: `, half of them within ${shareOf(times, 0.5).toFixed(1)} ms, the slowest ${shareOf(times, 1).toFixed(0)} ms`,
        }),
      );
    }
    proof.row({
      what: 'peak memory of the process',
      bar: `under ${MEMORY_BAR_MB} MB`,
      measured: `${memory} MB`,
      ok: memory < MEMORY_BAR_MB,
    });
    const wrong = await findWrongPayments(reader, [endOf(market)]);
    proof.row({
      what: `each winner of ${bets} bets paid once to the micro-USDC, no one else, the escrow empty, all accounts at zero`,
      bar: '0 wrong',
      measured: wrong.length === 0 ? '0 wrong' : wrong.join('; '),
      ok: wrong.length === 0,
    });
    const broken = [...before, ...(await checkBooks(reader))];
    proof.row({
      what: 'ledger invariants before and after, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

/** A session of a user of the filled market, whose wallet has no key; so it is written directly, as a sign-in writes it. */
async function openFilled({ rows }: Reader): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await rows(`
    insert into sessions (token_hash, user_id, chain, expires_at)
    select decode('${createHash('sha256').update(token).digest('hex')}', 'hex'), u.id, 'Solana', now() + interval '12 hours'
    from users u join bets b on b.user_id = u.id
    where u.family = 'solana' group by u.id order by count(*) desc, u.id limit 1`);
  return token;
}

/** Reads repeatedly until told to stop. @returns how long each took, in ms */
async function timeReads(
  port: number,
  { path, token, stop }: { path: string; token: string | null; stop: AbortSignal },
): Promise<number[]> {
  const connection = new HttpConnection(port);
  const request = httpRequest({ path, ...(token !== null && { token }) });
  const times: number[] = [];
  while (!stop.aborted) {
    const startedAt = performance.now();
    const { status, body } = await connection.send(request);
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`);
    await sleep(READ_EVERY_MS);
  }
  connection.close();
  return times;
}

/** @returns seconds from the start of the payment to its end, by the database's clock */
async function untilPaid({ rows }: Reader, { marketId }: FilledMarket): Promise<number> {
  const deadline = performance.now() + PAID_LIMIT_MS;
  while (performance.now() < deadline) {
    const [paid] = await rows(`
      select extract(epoch from ended_at - started_at) as seconds from resolutions
      where market_id = '${marketId}' and ended_as = 'paid'`);
    if (paid?.seconds !== undefined) return Number(paid.seconds);
    await sleep(100);
  }
  throw new Error(`the market was not paid within ${PAID_LIMIT_MS} ms`);
}

/** The process's peak memory; Linux only. */
function peakMemoryMb(pid: number): number {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(peak) / 1024);
}

/** Inserts the bets once more, as rows of three columns with a key: in seconds. */
async function timeBareInsert({ rows }: Reader): Promise<number> {
  await rows(
    `create table bare_rows (bet_id text primary key, user_id text not null, amount bigint not null)`,
  );
  const startedAt = performance.now();
  await rows(`insert into bare_rows select id, user_id, payout from bets`);
  const seconds = (performance.now() - startedAt) / 1000;
  await rows(`drop table bare_rows`);
  return seconds;
}
