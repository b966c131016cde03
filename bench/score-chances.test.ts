import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { totalChances, winnerChances } from './score-chances.ts';

/** The chance of exactly some goals, from its definition. */
function chanceOf(goals: number, mean: number): number {
  let factorial = 1;
  for (let each = 2; each <= goals; each += 1) factorial *= each;
  return (mean ** goals * Math.exp(-mean)) / factorial;
}

/** Sums over every end of a game that has any chance. */
function byEnds(score: { home: number; away: number }, left: number) {
  const sums = { home: 0, draw: 0, away: 0, over: 0 };
  for (let home = 0; home < 30; home += 1)
    for (let away = 0; away < 30; away += 1) {
      const chance = chanceOf(home, 1.5 * left) * chanceOf(away, 1.2 * left);
      const difference = score.home + home - score.away - away;
      sums[difference > 0 ? 'home' : difference < 0 ? 'away' : 'draw'] += chance;
      if (score.home + home + score.away + away > 2.5) sums.over += chance;
    }
  return sums;
}

describe('the chances of a running game', () => {
  test('are the sums over all ends', () => {
    const random = seededRandom(1);
    for (let i = 0; i < 200; i += 1) {
      const score = { home: random.between(0, 6), away: random.between(0, 6) };
      const left = random.unit();
      const { home, draw, away, over } = byEnds(score, left);
      for (const [place, chance] of [home, draw, away].entries())
        expect(winnerChances(score, left)[place]).toBeCloseTo(chance, 12);
      for (const [place, chance] of [over, 1 - over].entries())
        expect(totalChances(score, left, 2.5)[place]).toBeCloseTo(chance, 12);
    }
  });

  test('are certain at the end', () => {
    expect(winnerChances({ home: 2, away: 1 }, 0)).toEqual([1, 0, 0]);
    expect(winnerChances({ home: 1, away: 1 }, 0)).toEqual([0, 1, 0]);
    expect(winnerChances({ home: 0, away: 1 }, 0)).toEqual([0, 0, 1]);
    expect(totalChances({ home: 2, away: 1 }, 0, 2.5)).toEqual([1, 0]);
    expect(totalChances({ home: 2, away: 0 }, 0, 2.5)).toEqual([0, 1]);
  });
});
