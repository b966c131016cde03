import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import { describe, expect, test } from 'vitest';
import { isSoundPrice } from '../is-sound-price.ts';
import { CORRECT_SCORE } from './correct-score.ts';
import { LIVE_MARKETS, priceLive, winnersAt } from './live-markets.ts';

const keyed = LIVE_MARKETS.map((market) => ({ market, name: `${market.rule} ${market.line}` }));
const marketOf = (name: string) => {
  const found = keyed.find((each) => each.name === name);
  if (found === undefined) throw new Error(`expected ${name}`);
  return found.market;
};

test('there are ten markets, and the first is on who wins', () => {
  expect(keyed.map(({ name }) => name)).toEqual([
    'result 0',
    'double-chance 0',
    'both-score 0',
    'total 0.5',
    'total 1.5',
    'total 2.5',
    'total 3.5',
    'total 4.5',
    'odd-even 0',
    'correct-score 0',
  ]);
});

describe('prices', () => {
  test('keep the margin and sound odds from the first minute to the last, at any score', () => {
    const scores = Array.from({ length: 49 }, (_, i) => [Math.floor(i / 7), i % 7] as const);
    for (const score of scores) {
      for (const left of [1, 0.7, 0.3, 0.05, 0.004, 1e-5, 0]) {
        for (const share of [0.3, 0.5, 0.7]) {
          for (const [market, odds] of priceLive(score, [2.7 * share * left, 2.7 * (1 - share) * left])) {
            const winners = market.rule === 'double-chance' ? 2 : 1;
            // Odds of 1 are of scores that can't come any more.
            const open = odds.filter((each) => market !== CORRECT_SCORE || each !== '1');
            const sum = open.reduce((all, each) => all + 1 / Number(each), 0) / winners;
            const where = `${market.rule} ${market.line} at ${score} with ${left} left: ${odds}`;
            expect(sum >= 1.02 && sum <= 1.12, where).toBe(true);
            const read = odds.map((each) =>
              each === '1' ? null : (BigInt(Math.round(Number(each) * 1e6)) as MicroOdds),
            );
            expect(isSoundPrice(winners, read), where).toBe(true);
            expect(
              open.every((each) => Number(each) >= 1.01 && Number(each) <= 1000),
              where,
            ).toBe(true);
          }
        }
      }
    }
  });

  test('are fair ones less five percent while nothing is certain', () => {
    const odds = priceLive([0, 0], [1.35, 1.35]);
    // No goal at all: e^-2.7.
    expect(Number(odds.get(marketOf('total 0.5'))?.[1])).toBeCloseTo(Math.exp(2.7) / 1.05, 1);
    const [home, , away] = odds.get(marketOf('result 0')) ?? [];
    expect(home).toBe(away);
  });

  test('follow the score', () => {
    const before = priceLive([0, 0], [0.7, 0.7]);
    const after = priceLive([1, 0], [0.7, 0.7]);
    const homeWins = [before, after].map((odds) => Number(odds.get(marketOf('result 0'))?.[0]));
    expect(homeWins[1]).toBeLessThan(homeWins[0] ?? 0);
  });

  test('take no bets on scores that the score has passed', () => {
    const closedAt = (score: readonly [number, number]) =>
      priceLive(score, [0.7, 0.7])
        .get(CORRECT_SCORE)
        ?.flatMap((odds, i) => (odds === '1' ? i : []));
    expect(closedAt([0, 0])).toEqual([]);
    expect(closedAt([0, 1])).toEqual([0, 4, 8, 12]);
    expect(closedAt([2, 0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // 3:3 and any other score are left.
    expect(closedAt([3, 3])).toEqual(Array.from({ length: 15 }, (_, i) => i));
  });

  test('leave out markets that the score has decided', () => {
    const open = [...priceLive([2, 1], [0.5, 0.5]).keys()].map(({ rule, line }) => `${rule} ${line}`);
    expect(open).toEqual(expect.arrayContaining(['result 0', 'double-chance 0', 'odd-even 0', 'total 3.5']));
    expect(open).toHaveLength(6);
  });
});

test.each([
  ['total 1.5', [1, 0], null],
  ['total 1.5', [1, 1], ['21']],
  ['total 4.5', [4, 0], null],
  ['both-score 0', [3, 0], null],
  ['both-score 0', [1, 1], ['1']],
  ['correct-score 0', [3, 3], null],
  ['correct-score 0', [4, 0], ['810017']],
  ['correct-score 0', [1, 5], ['810017']],
  ['result 0', [9, 0], null],
  ['double-chance 0', [9, 0], null],
  ['odd-even 0', [9, 0], null],
] as const)('%s at %j is decided for %j', (name, score, winners) => {
  expect(winnersAt(marketOf(name), score)).toEqual(winners);
});
