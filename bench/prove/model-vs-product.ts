import { runTool } from '@tallystone/testkit/processes/server-process.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres } from '../database.ts';
import { type House, openHouse } from '../model/house.ts';
import { planTimes } from '../model/plan-times.ts';
import { runBatch } from '../model/run-batch.ts';
import { Tally } from '../model/tally.ts';
import { openProgress } from '../progress.ts';
import { type Proof, prove } from '../proof.ts';
import { ratioRow } from '../ratio-row.ts';
import { BARE_START } from '../time-bare-start.ts';
import { untilQuiet } from '../until-quiet.ts';

/**
 * The real server beside a model of its money that was written only from the rules in docs/design, by someone who had not seen
 * the product (bench/model/naive-books.ts and naive-combos.ts). Many users bet, place combos, sell combos, bets and parts of them, and set limits;
 * admins close, suspend, resolve and void; odds move, games turn out to have begun, days pass, and the server is killed with all its requests in flight.
 * Both get the same input. Every answer is compared, and after each round of one operation per seed all of the books.
 * After some rounds single seeds place a combo while the house's budget for combos is nearly used.
 *
 * Some of it isn't the product's own work: SQL opens, moves and starts markets of the feed as importer and
 * follower would leave them, sessions are made to last, some users get more than the faucet's grant and their own caps,
 * and the clocks of database and server are moved forward together.
 *
 * One seed alone: `SEED=123 npx tsx bench/prove/model-vs-product.ts`. Fewer seeds: `SEEDS=300`. The budget for combos is
 * then used by other seeds less, which only the combos placed singly see.
 */

/** This many seeds run side by side, on a separate database. */
const SIDE_BY_SIDE = 200;
const FULL = { seeds: 2000, rounds: 300, crashes: 6 } as const;
const SAMPLE = { seeds: 40, rounds: 60, crashes: 1 } as const;
/** As in bench/prove/failpoints.ts. Here it took 7 times as long. */
const BAR_OF_BARE = 100;
/** Out of this many operations one may be too close to decide. */
const NEAR_ONE_IN = 10_000;

/** If a run of this length is expected to see a case fewer times than this, it may miss it by chance. */
const ASKED_FROM = 10;
/** What must have occurred, per million operations; for a shorter run in proportion, if that is often enough to require. */
const RARE_PER_MILLION: Readonly<Record<string, number>> = {
  'bet: accepted': 100_000,
  'bet: unknown-outcome': 1000,
  'bet: market-closed': 5000,
  'bet: market-suspended': 1000,
  'bet: feed-stale': 1000,
  'bet: self-excluded': 500,
  'bet: stake-too-small': 1000,
  'bet: stake-too-large': 5000,
  'bet: odds-changed': 5000,
  'bet: cap-reached': 5000,
  'bet: insufficient-funds': 5000,
  'cash-out: accepted': 20_000,
  'cash-out: cash-out-unavailable': 5000,
  'cash-out: odds-changed': 2000,
  'cash-out: not-found': 1000,
  'cash-out of a part: accepted': 5000,
  'cash-out of a part: invalid-request': 4000,
  'cash-out of a part: cash-out-unavailable': 4000,
  'cash-out of a part: odds-changed': 300,
  'cash-outs not covered: feed': 200,
  'bets on markets of which two outcomes win': 5000,
  'cash-outs on markets of which two outcomes win': 500,
  'bets on markets with odds on one side': 3000,
  'op: resolve with two winners': 2000,
  repeats: 5000,
  'repeats with other terms under the same key': 1000,
  'repeats of a cash-out': 1000,
  'late refunds': 1000,
  'voids after cash-outs': 1000,
  'voids of closed markets': 200,
  'end refused: wrong-state': 100,
  'closed by an admin': 500,
  'requested raises': 1000,
  'requests without an answer, sent again': 1000,
  'combo: accepted': 10_000,
  'combo: unknown-market': 200,
  'combo: unknown-outcome': 150,
  'combo: market-closed': 1000,
  'combo: market-suspended': 400,
  'combo: feed-stale': 500,
  'combo: self-excluded': 150,
  'combo: stake-too-small': 250,
  'combo: stake-too-large': 1500,
  'combo: odds-changed': 2000,
  'combo: cap-reached': 100,
  'combo: insufficient-funds': 300,
  'combo refused: legs': 300,
  'combo refused: own-market': 300,
  'combo refused: one-sided': 500,
  'combo refused: below-zero-margin': 2000,
  'combo refused: same-game': 200,
  'combo refused: outright': 100,
  'combo refused: same-participant': 800,
  'combo refused: odds-too-high': 200,
  'combos with too large a stake: one': 1000,
  'combos with too large a stake: all': 100,
  'cash-out of a combo: accepted': 1500,
  'cash-out of a combo: cash-out-unavailable': 3000,
  'cash-out of a combo: odds-changed': 1000,
  'cash-out of a combo: not-found': 1000,
  'combos that ended: won': 800,
  'combos that ended: lost': 3000,
  'combos that ended: void': 1000,
  'combos lost before their last game': 1500,
  'combos won with a void selection': 500,
  'combos cashed out with a result': 200,
  'void selections': 8000,
  'late selections of combos': 1000,
  'repeats of a combo': 2000,
  'repeats of a combo with other terms under the same key': 500,
  'repeats of a cash-out of a combo': 250,
};
/** Only in the full run: cases that a few kills needn't cause. */
const RARE_IN_FULL: Readonly<Record<string, number>> = {
  'bets beyond the cap before a raise': 50,
  'cash-outs not covered: lmsr': 1,
  'sent again: bet was booked before the kill': 5,
  'sent again: bet was not booked': 100,
  'combos with too large a stake: user': 5,
  'combos with too large a stake: outcome': 5,
  'sent again: combo was booked before the kill': 3,
  'sent again: combo was not booked': 100,
};

/** What `verify-ledger` must report because the proof does it with SQL: no audit row has it. */
const DONE_BY_SQL = ['limits', 'caps', 'budgets', 'faucet'];

interface Done {
  readonly seeds: number;
  readonly operations: number;
  readonly figures: number;
  readonly differences: readonly string[];
  readonly givenUp: readonly string[];
  readonly counts: [name: string, count: number][];
  readonly starts: House['starts'];
  readonly broken: readonly string[];
  readonly seconds: number;
}

await prove('model-vs-product', async (proof) => {
  const only = process.env.SEED === undefined ? null : Number(process.env.SEED);
  const size = proof.sample ? SAMPLE : FULL;
  const { rounds, crashes } = size;
  const count = Number(process.env.SEEDS ?? size.seeds);
  const isFull = !proof.sample && only === null && count === size.seeds;
  const seeds = only === null ? Array.from({ length: count }, (_, seed) => seed) : [only];
  const progress = openProgress<Done>('model-vs-product', isFull);

  for (let from = progress.rounds.length * SIDE_BY_SIDE; from < seeds.length; from += SIDE_BY_SIDE) {
    const chosen = seeds.slice(from, from + SIDE_BY_SIDE);
    const batch = Math.floor((chosen[0] ?? 0) / SIDE_BY_SIDE);
    progress.add(await runOne(proof, { seeds: chosen, batch, rounds, crashes }));
    const done = sumOf(progress.rounds, ({ operations }) => operations);
    const seconds = sumOf(progress.rounds, (each) => each.seconds);
    proof.say(`${done} operations in ${seconds.toFixed(0)} s: ${(done / seconds).toFixed(0)} per second`);
  }
  report(proof, progress.rounds, { rounds, isFull, isAlone: only !== null });
  progress.clear();
});

/** The promises that are broken beyond those, and what broke them. */
function brokenBeyond(output: string): string[] {
  if (!/^(The books hold|\d+ promises are BROKEN): /m.test(output)) return [output.slice(-500)];
  return output
    .split(/^(?=holds |BROKEN )/m)
    .filter((line) => line.startsWith('BROKEN') && !DONE_BY_SQL.some((name) => line.includes(`(${name})`)))
    .map((line) => line.slice(0, 500));
}

async function runOne(
  proof: Proof,
  asked: { seeds: readonly number[]; batch: number; rounds: number; crashes: number },
): Promise<Done> {
  const startedAt = performance.now();
  const house = await openHouse();
  try {
    const tally = new Tally();
    const result = await runBatch({
      house,
      tally,
      seeds: asked.seeds,
      times: planTimes(asked),
      say: proof.say,
    });
    const reader = await readPostgres(house.database.url);
    // The clocks moved forward by days within a minute, so entries that are seconds old look late without a seal.
    await untilQuiet(proof, reader);
    const verified = await runTool('verify-ledger', house.server);
    const broken = await checkBooks(reader);
    const [toppedUp] = await reader.rows(
      `select count(*) as found from entries where kind = 'market-top-up'`,
    );
    await reader.close();
    tally.add('top-ups by the pool', Number(toppedUp?.found));
    broken.push(...brokenBeyond(verified.output));
    const { operations, figures, differences, givenUp } = result;
    return {
      seeds: asked.seeds.length,
      operations,
      figures,
      differences,
      givenUp,
      counts: tally.entries(),
      starts: house.starts,
      broken,
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await house.close();
  }
}

function report(
  { row, timing, say, sample }: Proof,
  done: readonly Done[],
  { rounds, isFull, isAlone }: { rounds: number; isFull: boolean; isAlone: boolean },
): void {
  const seen = new Tally();
  for (const { counts } of done) for (const [name, count] of counts) seen.add(name, count);
  for (const [name, count] of seen.entries()) say(`${name}: ${count}`);
  const operations = sumOf(done, (each) => each.operations);
  const figures = sumOf(done, (each) => each.figures);
  const differences = done.flatMap((each) => each.differences);
  const seconds = sumOf(done, (each) => each.seconds);
  const again = differences.length === 0 ? '' : `; one alone: ${sample ? 'PROVE_SAMPLE=1 ' : ''}SEED=<seed>`;
  row({
    what: `model against product, ${sumOf(done, (each) => each.seeds)} seeds x ${rounds} operations (bets, combos, cash-outs, results, voids, limits, crashes; markets of the feed moved by SQL): differences in answers, and in ${figures} figures of the books`,
    bar: '0',
    measured: `${differences.length} in ${operations} operations, ${Math.round(operations / seconds)} per second${again}${differences
      .slice(0, 3)
      .map((each) => `; ${each}`)
      .join('')}`,
    ok: operations > 0 && differences.length === 0,
  });
  const near = seen.of('taken over from the product, too near to call');
  const givenUp = done.flatMap((each) => each.givenUp).length;
  row({
    what: 'answers that the last digit of a logarithm decides, taken from the product',
    bar: `at most 1 in ${NEAR_ONE_IN}`,
    measured: `${near}, for which ${givenUp} seeds were given up`,
    ok: near * NEAR_ONE_IN <= operations,
  });
  // One seed alone sees only its own cases.
  if (!isAlone) reportRare(row, seen, { operations, isFull });
  const starts = done.flatMap((each) => each.starts);
  const slowest = starts.toSorted((a, b) => b.readyMs / b.bareMs - a.readyMs / a.bareMs)[0];
  if (slowest === undefined) throw new Error('the server was never killed');
  timing(
    ratioRow({
      what: `kill -9 of the server with its requests in flight, ${seen.of('crashes')} times: until it is ready again, the slowest`,
      ms: slowest.readyMs,
      against: BARE_START,
      baseMs: slowest.bareMs,
      most: BAR_OF_BARE,
      more: `; ${seen.of('requests without an answer, sent again')} requests sent again, ${seen.of('sent again: bet was booked before the kill')} bets of them booked before`,
    }),
  );
  const late = seen.of('rounds that took longer than was planned for');
  row({
    what: 'rounds in which model and product may be on different sides of a time boundary',
    bar: '0',
    measured: String(late),
    ok: late === 0,
  });
  const broken = done.flatMap((each) => each.broken);
  row({
    what: 'ledger invariants after each batch, by verify-ledger and by independent SQL',
    bar: 'all hold',
    measured: broken.length === 0 ? 'all hold' : broken.join('; '),
    ok: broken.length === 0,
  });
}

function reportRare(
  row: Proof['row'],
  seen: Tally,
  { operations, isFull }: { operations: number; isFull: boolean },
): void {
  const least = (perMillion: number) => Math.floor((perMillion * operations) / 1_000_000);
  const wanted = [
    ...Object.entries(RARE_PER_MILLION)
      .map(([name, often]): [string, number] => [name, least(often)])
      .filter(([, often]) => often >= ASKED_FROM),
    ...(isFull ? Object.entries(RARE_IN_FULL) : []),
  ];
  const missed = wanted.filter(([name, often]) => seen.of(name) < often);
  const shown = [...wanted.map(([name]) => name), 'top-ups by the pool'];
  row({
    what: 'rare cases that occurred',
    bar: 'each as often as its share of the operations requires',
    measured:
      missed.length > 0
        ? `too seldom: ${missed.map(([name, often]) => `${name} ${seen.of(name)} of ${often}`).join(', ')}`
        : shown.map((name) => `${name} ${seen.of(name)}`).join(', '),
    ok: missed.length === 0,
  });
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
