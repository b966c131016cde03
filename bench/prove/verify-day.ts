import { join } from 'node:path';
import { openBooksOfDays } from '@tallystone/testkit/betting/days.ts';
import { openMovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { runTool } from '@tallystone/testkit/processes/server-process.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { type Proof, prove } from '../proof.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';

/**
 * Verifying a day costs as much after a year of books as after a week of them: `verify-ledger --since` continues from the state
 * that the verification of the day before saved. Both books live the same days: markets, bets, cash-outs, limits, settings,
 * results and payments. The rows that it reads are counted by the database.
 */

const BETTORS = 20;
const WEEK = 7;
const REPETITIONS = 7;
/** The days differ a little: in which pages rows are, and how a price rounds. */
const MOST_ROWS = 1.25;
const MOST_TIME = 1.25;
/** They have a row for each user and each market, and several checks compare the balances of all. */
const COMPARED = ['accounts', 'users'];
const MOST_PASSES = 20;

await prove('verify-day', async (proof) => {
  const [days, bets] = proof.sample ? [20, 20] : [365, 40];
  const database = await startDatabase();
  const folder = temporaryFolder('tallystone-verify-day-');
  const urls = [database.url, await database.renew()];
  const all: Lived[] = [];
  try {
    for (const [at, lasting] of [WEEK, days].entries()) {
      all.push(await live(proof, { url: urls[at] ?? '', days: lasting, bets, folder }));
    }
    const [week, year] = all as [Lived, Lived];
    const after = `after ${year.days} days against after ${week.days}`;
    const ratio = year.read.others / week.read.others;
    proof.row({
      what: `rows that verifying a day of ${bets} bets reads, apart from users and accounts: ${after}`,
      bar: `at most ${MOST_ROWS} times as many`,
      measured: `${ratio.toFixed(2)} times: ${year.read.others} against ${week.read.others}`,
      ok: week.read.others > 0 && ratio <= MOST_ROWS,
    });
    const passes = (year.read.compared - week.read.compared) / (year.compared - week.compared);
    proof.row({
      what: `how often it reads each user and each account that came in between, of which there are ${year.compared - week.compared}`,
      bar: `at most ${MOST_PASSES} times`,
      measured: `${passes.toFixed(1)} times`,
      ok: passes <= MOST_PASSES,
    });
    if (proof.sample) return;
    const times = await timeAll([week, year], (books) => books.verifyDay());
    proof.timing(
      ratioRow({
        what: `verifying the day, ${REPETITIONS} times in turn, as a program: the median ${after}`,
        ms: times[1] ?? 0,
        against: `the time after ${week.days} days`,
        baseMs: times[0] ?? 0,
        most: MOST_TIME,
      }),
    );
    const whole = await timeAll([week, year], (books) => books.verifyAll(), 1);
    proof.timing({
      what: `verifying everything: ${after}`,
      bar: 'reported',
      measured: `${((whole[1] ?? 0) / (whole[0] ?? 1)).toFixed(1)} times: ${((whole[1] ?? 0) / 1000).toFixed(1)} s against ${((whole[0] ?? 0) / 1000).toFixed(1)} s`,
      ok: true,
    });
  } finally {
    await database.stop();
  }
});

/** Books whose last day is not verified yet. */
interface Lived {
  readonly days: number;
  /** Rows that verifying the last day reads. */
  readonly read: { compared: number; others: number };
  /** Users and accounts that exist. */
  readonly compared: number;
  verifyDay(): Promise<void>;
  verifyAll(): Promise<void>;
}

async function live(
  proof: Proof,
  { url, days, bets, folder }: { url: string; days: number; bets: number; folder: string },
): Promise<Lived> {
  const database = await openMovedDatabase(url);
  await database.migrate();
  const books = await openBooksOfDays(database, { bettors: BETTORS });
  for (let day = 1; day <= days; day += 1) {
    await books.live({ bets });
    if (day % 50 === 0) proof.say(`${day} of ${days} days`);
  }
  const [state, next] = [join(folder, `${days}.state`), join(folder, `${days + 1}.state`)];
  const verifyWith = async (address: string, ...args: string[]) => {
    const environment = () => ({ DATABASE_URL: address, DATA_DIR: 'none' });
    const { code, output } = await runTool('verify-ledger', { environment }, args);
    if (code !== 0)
      throw new Error(`verify-ledger ${args.join(' ')} ended with ${code}: ${output.slice(-4000)}`);
  };
  const verify = (...args: string[]) => verifyWith(database.url, ...args);
  await verify('--save', state);
  await books.live({ bets });
  await database.close();
  const reader = await readPostgres(url);
  await reader.rows('vacuum analyze');
  const before = await rowsRead(reader);
  const day = ['--since', state, '--save', next];
  // Reading all of a week's table is cheaper than its index, so only such plans can be compared. The times are of usual plans.
  await verifyWith(withFewestRows(database.url), ...day);
  const after = await rowsRead(reader);
  const [exist] = await reader.rows(`
    select ${COMPARED.map((table) => `(select count(*) from ${table})`).join(' + ')} as compared`);
  await reader.close();
  proof.say(`${days + 1} days of books hold`);
  return {
    days,
    read: { compared: after.compared - before.compared, others: after.others - before.others },
    compared: Number(exist?.compared),
    verifyDay: () => verify(...day),
    verifyAll: () => verify(),
  };
}

/** The address for sessions whose plans read as few rows as the indexes allow, as they would in large tables. */
function withFewestRows(address: string): string {
  const url = new URL(address);
  url.searchParams.set(
    'options',
    `${url.searchParams.get('options') ?? ''} -c enable_seqscan=off -c cpu_tuple_cost=1`,
  );
  return url.href;
}

/** Rows that were read since the database began. Sessions report theirs when they end. */
async function rowsRead({ rows }: Reader): Promise<{ compared: number; others: number }> {
  const isCompared = `relname in (${COMPARED.map((table) => `'${table}'`).join(', ')})`;
  const [read] = await rows(`
    select sum(r.read) filter (where ${isCompared}) as compared, sum(r.read) filter (where not ${isCompared}) as others
    from (select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables) r`);
  return { compared: Number(read?.compared), others: Number(read?.others) };
}

/** In turn, so that a busy moment affects each. @returns the median of each, in ms */
async function timeAll(
  books: readonly Lived[],
  work: (of: Lived) => Promise<void>,
  repetitions = REPETITIONS,
): Promise<number[]> {
  const times = books.map((): number[] => []);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const [at, of] of books.entries()) {
      const startedAt = performance.now();
      await work(of);
      times[at]?.push(performance.now() - startedAt);
    }
  }
  return times.map((each) => shareOf(each, 0.5));
}
