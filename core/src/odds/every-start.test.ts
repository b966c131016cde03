import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { noAnyStartTally, playAnyStart } from '../testing/any-start.ts';
import { runs } from '../testing/runs.ts';
import {
  type BetAtStart,
  emptyStep,
  type GameStarts,
  judgeEveryStart,
  type MarketStarts,
  momentsOf,
  type StartStep,
  startStepOf,
  stepOfBook,
  stepWith,
  stepWithout,
  withoutBet,
} from './every-start.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const bet = (at: number, outcome: number, stake: number, odds: number): BetAtStart => ({
  at,
  outcome,
  stake: usd(stake),
  payout: usd(stake * odds),
});
const market = (bets: BetAtStart[], { kept = 0, cap = 1_000 } = {}): MarketStarts => ({
  cap: usd(cap),
  kept: usd(kept),
  steps: momentsOf(bets, 2),
});
const verdictOf = (cap: number, ...markets: MarketStarts[]) =>
  judgeEveryStart({ cap: usd(cap), markets }).kind;

describe('a game that may have begun at any moment', () => {
  // 100 to win 200 more, later covered by a stake of 150 on the other side.
  const covered = [bet(10, 0, 100, 3), bet(20, 1, 150, 1.2)];

  test('costs what it costs with the worst of all starts', () => {
    // With a start between the two the second is given back.
    expect(verdictOf(200, market(covered))).toBe('within');
    expect(verdictOf(199.99, market(covered))).toBe('above');
    expect(verdictOf(1_000, market(covered, { cap: 200 }))).toBe('within');
    expect(verdictOf(1_000, market(covered, { cap: 199.99 }))).toBe('above');
    // As it was said, the second covers it.
    expect(verdictOf(199.99, market([bet(10, 0, 100, 3), bet(10, 1, 150, 1.2)]))).toBe('within');
  });

  test('costs what was paid for bets that have ended, whenever it began', () => {
    expect(verdictOf(40, market([], { kept: -40 }))).toBe('within');
    expect(verdictOf(39.99, market([], { kept: -40 }))).toBe('above');
    expect(verdictOf(240, market(covered, { kept: -40 }))).toBe('within');
    expect(verdictOf(239.99, market(covered, { kept: -40 }))).toBe('above');
    // A gain lowers the loss of its own market alone.
    expect(verdictOf(160, market(covered, { kept: 40 }))).toBe('within');
    expect(verdictOf(159.99, market(covered, { kept: 40 }))).toBe('above');
    expect(verdictOf(199.99, market(covered), market([], { kept: 500 }))).toBe('above');
  });

  test('adds its markets for the same start, not the worst of each', () => {
    // One is worst between 10 and 20, the other from 20 on, when the first is covered.
    const later = market([bet(20, 0, 50, 5)]);
    expect(verdictOf(250, market(covered), later)).toBe('within');
    expect(verdictOf(249.99, market(covered), later)).toBe('above');
    const earlier = market([bet(15, 0, 50, 5)]);
    expect(verdictOf(400, market(covered), earlier)).toBe('within');
    expect(verdictOf(399.99, market(covered), earlier)).toBe('above');
  });

  test('is read bet by bet only where a minute might be too much', () => {
    const minutes = (bets: BetAtStart[]): MarketStarts => ({ ...market([]), steps: minutesOf(bets) });
    const far = [bet(10, 0, 100, 3), bet(70_000, 1, 150, 1.2)];
    expect(judgeEveryStart({ cap: usd(200), markets: [minutes(far)] })).toEqual({ kind: 'within' });
    // Known at the end of a minute already.
    expect(judgeEveryStart({ cap: usd(199), markets: [minutes(far)] })).toEqual({ kind: 'above' });
    expect(judgeEveryStart({ cap: usd(199), markets: [minutes(covered)] })).toEqual({
      kind: 'unclear',
      at: [0],
    });
    // A bound that is just the cap is no doubt.
    const bound = minutes(covered);
    expect(judgeEveryStart({ cap: usd(200), markets: [bound] })).toEqual({ kind: 'within' });
    expect(judgeEveryStart({ cap: usd(1_000), markets: [{ ...bound, cap: usd(200) }] })).toEqual({
      kind: 'within',
    });
    expect(judgeEveryStart({ cap: usd(1_000), markets: [{ ...bound, cap: usd(199.99) }] })).toEqual({
      kind: 'unclear',
      at: [0],
    });
  });

  test('leaves nothing unclear in moments, and something in a minute beside one', () => {
    // At 20 one market is covered and the other loses as much.
    expect(verdictOf(200, market(covered), market([bet(20, 0, 75, 3)]))).toBe('within');
    const minute = { ...market([]), steps: minutesOf(covered) };
    expect(judgeEveryStart({ cap: usd(199), markets: [market([bet(0, 1, 10, 1.5)]), minute] })).toEqual({
      kind: 'unclear',
      at: [0],
    });
  });
});

test('a bet that ended leaves the most that its own outcome may reach as it was', () => {
  const [minute = emptyStep(0, 2)] = minutesOf([bet(10, 0, 100, 3), bet(20, 1, 150, 1.2)]);
  expect(minute.highest).toEqual([usd(200), usd(0)]);
  expect(stepWithout(minute, bet(10, 0, 100, 3)).highest).toEqual([usd(200), usd(100)]);
  expect(stepWithout(minute, bet(20, 1, 150, 1.2)).highest).toEqual([usd(350), usd(0)]);
});

test('steps of other outcomes than each other are no market', () => {
  const steps = [emptyStep(0, 2), emptyStep(60_000, 1)];
  expect(() => verdictOf(1, { ...market([]), steps })).toThrow('no sum of outcome 1');
});

test('a bet that no step has cannot be taken out', () => {
  expect(() => withoutBet(market([bet(10, 0, 1, 2)]), { ...bet(9, 0, 1, 2), paid: usd(1) })).toThrow(
    /no step of the market/,
  );
});

// ---- against a count of every start by itself ---------------------------------------------------------

interface Listed {
  readonly cap: MicroUsdc;
  readonly kept: MicroUsdc;
  readonly bets: readonly BetAtStart[];
}

/** Every start, every outcome and a void, bet by bet. */
function isWithin(cap: bigint, markets: readonly Listed[]): boolean {
  const starts = [...markets.flatMap(({ bets }) => bets.map(({ at }) => at)), Number.POSITIVE_INFINITY];
  return starts.every((start) => {
    const losses = markets.map(({ kept, bets }) => {
      const results = [null, 0, 1, 2].map((won) => {
        let lost = -kept;
        for (const { at, outcome, stake, payout } of bets) {
          if (at >= start || won === null) continue;
          lost += (outcome === won ? payout : 0n) - stake;
        }
        return lost;
      });
      return results.reduce(larger, 0n);
    });
    const sum = losses.reduce((total, lost) => total + lost, 0n);
    return sum <= cap && markets.every(({ cap: own }, index) => (losses[index] ?? 0n) <= own);
  });
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);

/** As the server keeps them: exactly, or with the bets of a minute in any order and then only as a bound. */
function minutesOf(bets: readonly BetAtStart[], outcomes = 2): StartStep[] {
  const steps = new Map<number, StartStep>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const each of bets) {
    const at = startStepOf(each.at);
    steps.set(at, stepWith(steps.get(at) ?? emptyStep(at, outcomes), each, each.at > latest));
    latest = Math.max(latest, each.at);
  }
  return [...steps.values()].sort((a, b) => a.at - b.at);
}

const listed = (step: number): fc.Arbitrary<Listed> =>
  fc.record({
    cap: fc.integer({ min: 1, max: 2_000 }).map(usd),
    kept: fc.integer({ min: -500, max: 500 }).map(usd),
    bets: fc.array(
      fc
        .tuple(fc.nat(20), fc.nat(2), fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 101, max: 900 }))
        .map(([at, outcome, cents, odds]) => ({
          at: at * step,
          outcome,
          stake: microUsdc(BigInt(cents) * CENT),
          payout: microUsdc((BigInt(cents) * CENT * BigInt(odds)) / 100n),
        })),
      { maxLength: 12 },
    ),
  });

const games = fc.constantFrom(1, 7_000, 90_000).chain((step) =>
  fc.record({
    cap: fc.integer({ min: 1, max: 4_000 }).map(usd),
    markets: fc.array(listed(step), { minLength: 1, maxLength: 3 }),
  }),
);

const gameBy = (
  { cap, markets }: { cap: MicroUsdc; markets: readonly Listed[] },
  stepsOf: (bets: readonly BetAtStart[]) => StartStep[],
): GameStarts => ({
  cap,
  markets: markets.map(({ bets, ...each }) => ({ ...each, steps: stepsOf(bets) })),
});

test('bet by bet every verdict is that of the count, and by minutes or whole markets none is another where it is clear', () => {
  const seen = { within: 0, above: 0, byMinutes: 0, byMarkets: 0 };
  fc.assert(
    fc.property(games, (game) => {
      const expected = isWithin(game.cap, game.markets) ? 'within' : 'above';
      seen[expected] += 1;
      expect(judgeEveryStart(gameBy(game, (bets) => momentsOf(bets, 3))).kind).toBe(expected);
      const minutes = judgeEveryStart(gameBy(game, (bets) => minutesOf(bets, 3)));
      if (minutes.kind === 'unclear') {
        const unclear = new Set(minutes.at);
        const exact = gameBy(game, (bets) => {
          const coarse = minutesOf(bets, 3).filter(({ at }) => !unclear.has(at));
          const read = bets.filter(({ at }) => unclear.has(startStepOf(at)));
          return [...coarse, ...momentsOf(read, 3)].sort((a, b) => a.at - b.at);
        });
        expect(judgeEveryStart(exact).kind).toBe(expected);
      } else {
        seen.byMinutes += 1;
        expect(minutes.kind).toBe(expected);
      }
      const whole = judgeEveryStart(gameBy(game, (bets) => [stepOfBook(bookOf(bets))]));
      if (whole.kind !== 'unclear') {
        seen.byMarkets += 1;
        expect(whole.kind).toBe(expected);
      }
    }),
    runs(800),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});

function bookOf(bets: readonly BetAtStart[]) {
  const sum = (amounts: bigint[]) => microUsdc(amounts.reduce((total, amount) => total + amount, 0n));
  return {
    openReturns: [0, 1, 2].map((k) => sum(bets.map(({ outcome, payout }) => (outcome === k ? payout : 0n)))),
    openStakes: sum(bets.map(({ stake }) => stake)),
  };
}

test('without a bet a step has the sum of the others, and a bound on what it reaches', () => {
  fc.assert(
    fc.property(listed(1), fc.nat(), ({ bets }, which) => {
      const gone = bets[which % Math.max(1, bets.length)];
      if (gone === undefined) return;
      const others = bets.filter((each) => each !== gone);
      const [all = emptyStep(0, 3)] = minutesOf(bets, 3);
      const [exact = emptyStep(0, 3)] = minutesOf(
        [...others].sort((a, b) => a.at - b.at),
        3,
      );
      const left = stepWithout(all, gone);
      expect(left.net).toEqual(exact.net);
      let sums = [0n, 0n, 0n];
      for (const { net } of momentsOf(others, 3)) {
        sums = sums.map((sum, k) => sum + (net[k] ?? 0n));
        for (const [k, sum] of sums.entries()) expect(sum <= (left.highest[k] ?? 0n)).toBe(true);
      }
      expect(momentsOf(others, 3)).toEqual(
        momentsOf(bets, 3).flatMap((moment) => {
          const step = moment.at === gone.at ? stepWithout(moment, gone) : moment;
          return others.some(({ at }) => at === step.at) ? [step] : [];
        }),
      );
    }),
    runs(200),
  );
});

test('whatever is bet and sold on the markets of a game, no start and no result costs more than a cap', () => {
  const tally = noAnyStartTally();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      playAnyStart(chanceOf(seed), 60, tally);
      expect(tally).toMatchObject({ violations: 0, misjudged: 0 });
    }),
    runs(60),
  );
  // Each of these must have happened, or the property has shown nothing.
  const { cashOuts, notCovered, earlierIsWorse, byMinutes, byBets } = tally;
  for (const seen of [cashOuts, notCovered, earlierIsWorse, byMinutes, byBets]) {
    expect(seen).toBeGreaterThan(20);
  }
  expect(tally.worstShare).toBeGreaterThan(0.9);
});

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
