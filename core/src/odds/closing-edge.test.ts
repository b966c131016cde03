import { describe, expect, test } from 'vitest';
import { microOdds } from '../money/micro-usdc.ts';
import { type ClosedBets, closingEdge } from './closing-edge.ts';
import type { FeedOdds } from './feed.ts';

const price = (...odds: (number | null)[]): FeedOdds => ({
  odds: odds.map((each) => (each === null ? null : microOdds(BigInt(Math.round(each * 1e6))))),
  winners: 1,
});
/** A margin of 5%: the fair odds of both are 2. */
const evens = price(1.9, 1.9);
const bet = (gameId: string, odds: number, given: Partial<ClosedBets> = {}): ClosedBets => ({
  ...{ gameId, outcome: 0, bets: 1, closing: evens },
  odds: BigInt(Math.round(odds * 1e6)) * BigInt(given.bets ?? 1),
  ...given,
});
/** A bet on each of so many games, at these odds in turn. */
const onGames = (count: number, ...odds: number[]) =>
  Array.from({ length: count }, (_, i) => bet(`g${i}`, odds[i % odds.length] ?? 0));

describe('the edge over the closing price', () => {
  test('is the mean of the odds taken over the fair closing odds, minus one', () => {
    // 2.2 / 2 and 2.0 / 2: edges of 0.1 and 0. Deviations of 0.05, variance 20 * 0.0025 / 19, error sqrt(that / 20).
    expect(closingEdge(onGames(20, 2.2, 2))).toEqual({
      ...{ bets: 20, games: 20, beats: true },
      mean: expect.closeTo(0.05, 9),
      standardError: expect.closeTo(0.0114708, 7),
    });
  });

  test('of a bettor who takes closing odds is minus the margin', () => {
    expect(closingEdge(onGames(20, 1.9))).toMatchObject({ mean: expect.closeTo(-0.05, 9), beats: false });
  });

  test('uses the odds of the own outcome, without the margin', () => {
    // 1 / 1.5 + 1 / 2.5 = 16 / 15, so the second is won in 0.4 * 15 / 16 = 37.5%: 2.8 * 0.375 = 1.05.
    const closed = onGames(20, 2.8).map((each) => ({ ...each, outcome: 1, closing: price(1.5, 2.5) }));
    expect(closingEdge(closed)?.mean).toBeCloseTo(0.05, 9);
  });

  test('has to be above zero by two errors', () => {
    // Edges of 0.25 and -0.15: a mean of 0.05, deviations of 0.2, an error of sqrt(0.04 / 19) = 0.0459.
    expect(closingEdge(onGames(20, 2.5, 1.7))).toMatchObject({
      ...{ mean: expect.closeTo(0.05, 9), standardError: expect.closeTo(0.0458831, 7), beats: false },
    });
  });

  test('counts the bets on a game once for the error', () => {
    // Ten games with two bets each: the same mean, from half as many observations.
    const twice = onGames(10, 2.2, 2).map((each) => bet(each.gameId, Number(each.odds) / 1e6, { bets: 2 }));
    expect(closingEdge(twice)).toMatchObject({
      ...{ bets: 20, games: 10, mean: expect.closeTo(0.05, 9) },
      // Deviations of 0.1 per game of weight 2: sqrt(10 * 0.01 * 10 / 9) / 20.
      ...{ standardError: expect.closeTo(0.0166667, 7), beats: true },
    });
  });

  test('of bets on a few games is shown but not judged', () => {
    const nine = onGames(9, 2.2).map((each) => bet(each.gameId, 2.2, { bets: 3 }));
    expect(closingEdge(nine)).toMatchObject({
      bets: 27,
      games: 9,
      mean: expect.closeTo(0.1, 9),
      beats: false,
    });
    expect(closingEdge([bet('g1', 2.2, { bets: 20 })])).toMatchObject({
      ...{ games: 1, standardError: null, beats: false },
    });
  });

  test('needs twenty bets with known closing odds', () => {
    expect(closingEdge(onGames(19, 2.2))).toBeNull();
    const unknown = bet('g99', 2.2, { closing: price(1.9, null) });
    expect(closingEdge([...onGames(19, 2.2), unknown])).toBeNull();
    expect(closingEdge(onGames(20, 2.2))).not.toBeNull();
    expect(closingEdge([])).toBeNull();
  });
});
