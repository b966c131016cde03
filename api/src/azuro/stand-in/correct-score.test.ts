import { describe, expect, test } from 'vitest';
import { CORRECT_SCORE, makeScoreCondition } from './correct-score.ts';
import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { noise } from './noise.ts';
import { priceGame } from './offer-game.ts';
import { endAt, playScore } from './play-game.ts';
import { wireCondition } from './wire-condition.ts';

const TITLES = [
  ...['0:0', '0:1', '0:2', '0:3', '1:0', '1:1', '1:2', '1:3'],
  ...['2:0', '2:1', '2:2', '2:3', '3:0', '3:1', '3:2', '3:3', 'Any other score'],
];
const GAME = { gameId: '1006000000000090000001', sport: { sportId: '33' } };

/** A main condition of football at these chances. */
function aMain(chances: readonly [number, number, number]): FixtureCondition {
  const [condition] = FIXTURE.conditions;
  if (condition === undefined) throw new Error('expected a condition');
  const outcomes = ['29', '30', '31'].map((outcomeId, i) => ({
    title: null,
    outcomeId,
    odds: String(1 / (chances[i] ?? 0)),
  }));
  return { ...condition, outcomes };
}

const oddsAt = (main: FixtureCondition) =>
  priceGame('football', main, [CORRECT_SCORE])?.get(CORRECT_SCORE) ?? [];
const conditionOf = (odds: readonly string[]) =>
  makeScoreCondition(odds, { game: GAME, sort: 1, isLiveEnabled: false });
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
/** What wins at this score. */
function wonAt(home: number, away: number): string {
  const { outcomes } = conditionOf([]);
  const { state, wonOutcomeIds } = endAt('football', conditionOf([]), { game: [home, away] });
  expect([state, wonOutcomeIds.length]).toEqual(['Resolved', 1]);
  return outcomes.find(({ outcomeId }) => outcomeId === wonOutcomeIds[0])?.title ?? '';
}

describe('the condition on the score', () => {
  test('is a modern one of its category, with a score as the title of each outcome', () => {
    const condition = conditionOf(oddsAt(aMain([0.5, 0.26, 0.24])));
    expect(condition).toMatchObject({
      conditionId: `5006${GAME.gameId}0000000000000006900000`,
      state: 'Active',
      category: 'correct_score',
      title: 'Correct score',
    });
    expect(condition.outcomes.map(({ title }) => title)).toEqual(TITLES);
    expect(new Set(condition.outcomes.map(({ outcomeId }) => outcomeId)).size).toBe(17);
  });

  test('is won by the score, or by the last outcome if it is not listed', () => {
    for (let home = 0; home < 7; home++)
      for (let away = 0; away < 7; away++)
        expect(wonAt(home, away)).toBe(home > 3 || away > 3 ? 'Any other score' : `${home}:${away}`);
    expect(endAt('football', conditionOf([]), null)).toEqual({ state: 'Canceled', wonOutcomeIds: [] });
  });

  test('says its result in each way', () => {
    const condition = { ...conditionOf([]), ...endAt('football', conditionOf([]), { game: [2, 1] }) };
    const ended = { ...condition, wonOutcomeIds: [...condition.wonOutcomeIds] };
    const saidBy = (speaker: Parameters<typeof wireCondition>[1]) => {
      const { wonOutcomeIds, outcomes } = wireCondition(ended, speaker);
      const titlesOf = (ids: readonly string[] | undefined) =>
        ids?.map((id) => outcomes.find(({ outcomeId }) => outcomeId === id)?.title);
      const states = outcomes.flatMap(({ state, title }) => (state === 'Won' ? [title] : []));
      return [titlesOf(wonOutcomeIds), states];
    };
    expect(saidBy('both')).toEqual([['2:1'], ['2:1']]);
    expect(saidBy('condition')).toEqual([['2:1'], []]);
    expect(saidBy('outcomes')).toEqual([undefined, ['2:1']]);
    expect(saidBy('contradiction')).toEqual([['2:1'], ['0:0']]);
  });
});

describe('its odds', () => {
  test('are the chances of independent goals, with more or fewer draws, less five percent', () => {
    const odds = oddsAt(aMain([0.45, 0.3, 0.25])).map(Number);
    const chanceOf = (home: number, away: number) => 1 / (1.05 * (odds[4 * home + away] ?? 0));
    expect([0, 1, 2, 3].reduce((sum, each) => sum + chanceOf(each, each), 0)).toBeCloseTo(0.3, 2);
    const home = (2 * chanceOf(2, 0)) / chanceOf(1, 0);
    const away = (2 * chanceOf(0, 2)) / chanceOf(0, 1);
    expect(home + away).toBeCloseTo(2.7, 1);
    // Poisson, without the factor that all scores have.
    const waysOf = (h: number, a: number) => (home ** h * away ** a) / factorial(h) / factorial(a);
    for (let h = 0; h < 4; h++) {
      for (let a = 0; a < 4; a++) {
        const likeIt = h === a ? chanceOf(0, 0) : chanceOf(1, 0) / waysOf(1, 0);
        expect(chanceOf(h, a) / likeIt / waysOf(h, a)).toBeCloseTo(1, 1);
      }
    }
    expect(odds.reduce((sum, each) => sum + 1 / (1.05 * each), 0)).toBeCloseTo(1, 2);
  });

  test('are a thousand at most, however clear the favourite is', () => {
    for (const favourite of [0.6, 0.8, 0.9, 0.96]) {
      const rest = 1 - favourite;
      const odds = oddsAt(aMain([favourite, rest * 0.7, rest * 0.3])).map(Number);
      expect(Math.max(...odds)).toBeLessThanOrEqual(1_000);
      expect(Math.min(...odds)).toBeGreaterThanOrEqual(1.01);
      const sum = odds.reduce((all, each) => all + 1 / each, 0);
      expect(sum).toBeGreaterThan(1.045);
      expect(sum).toBeLessThan(1.08);
    }
  });

  test('say how often each score comes in six thousand games', () => {
    const mains = [aMain([0.5, 0.26, 0.24]), aMain([0.2, 0.22, 0.58]), aMain([0.36, 0.3, 0.34])];
    const priced = mains.map((main) => ({ main, odds: oddsAt(main).map(Number) }));
    const counts = TITLES.map(() => ({ expected: 0, variance: 0, came: 0 }));
    for (let place = 0; place < 6_000; place++) {
      const { main, odds } = priced[place % 3] ?? { main: aMain([0.4, 0.3, 0.3]), odds: [] };
      const own = (name: string) => noise(`score:${place}:${name}`);
      const [home = 0, draw = 0] = main.outcomes.map((each) => 1 / Number(each.odds));
      const winner = own('winner') < home ? '29' : own('winner') < home + draw ? '30' : '31';
      const score = playScore('football', { main, winner, noise: own });
      const end = endAt('football', conditionOf([]), score);
      for (const [i, count] of counts.entries()) {
        const chance = 1 / (1.05 * (odds[i] ?? 0));
        count.expected += chance;
        count.variance += chance * (1 - chance);
        if (end.wonOutcomeIds.includes(CORRECT_SCORE.outcomeIds[i] ?? '')) count.came += 1;
      }
    }
    expect(counts.reduce((sum, { came }) => sum + came, 0)).toBe(6_000);
    for (const [i, { expected, variance, came }] of counts.entries())
      expect(Math.abs(came - expected) / Math.sqrt(variance), TITLES[i]).toBeLessThan(3.5);
    // Rare ones come, too.
    expect(counts.every(({ came }) => came > 5)).toBe(true);
  });
});
