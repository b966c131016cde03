import { describe, expect, test } from 'vitest';
import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { nameClubs } from './name-clubs.ts';
import { noise } from './noise.ts';
import { pricePlayers } from './offer-game.ts';
import { playScore } from './play-game.ts';
import { type Player, playersOf } from './players.ts';
import { endOfPlayers } from './players-condition.ts';
import { drawScorers } from './scorers.ts';

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

const MAINS = [aMain([0.5, 0.26, 0.24]), aMain([0.2, 0.22, 0.58]), aMain([0.36, 0.3, 0.34])];
const mainAt = (place: number) => MAINS[place % MAINS.length] as FixtureCondition;
const playersAt = (place: number) =>
  playersOf({ participants: nameClubs('scorers', place).map((name) => ({ name })) });

/** Plays a game to its end. */
function play(place: number) {
  const [main, players] = [mainAt(place), playersAt(place)];
  const own = (name: string) => noise(`scorers:${place}:${name}`);
  const chances = main.outcomes.map(({ odds }) => 1 / Number(odds));
  const winner =
    own('winner') < (chances[0] ?? 0) ? '29' : own('winner') < 1 - (chances[2] ?? 0) ? '30' : '31';
  const score = playScore('football', { main, winner, noise: own });
  return { main, players, score, end: endOfPlayers(players, score, own) };
}

const GAMES = Array.from({ length: 4_000 }, (_, place) => play(place));

describe('the odds of players', () => {
  test('can be bet on, are lower the larger his share, and follow the chances of his side', () => {
    for (let place = 0; place < 100; place++) {
      const players = playersAt(place);
      const [first, second] = [MAINS[0], MAINS[1]].map((main) =>
        pricePlayers(main as FixtureCondition, players)?.map(Number),
      );
      for (const [i, player] of players.entries()) {
        const [odds, other] = [first?.[i] ?? 0, second?.[i] ?? 0];
        expect(odds).toBeGreaterThanOrEqual(1.01);
        expect(odds).toBeLessThan(50);
        // The second main condition makes the away side the favourite.
        if (player.side === 0) expect(odds).toBeLessThan(other);
        else expect(odds).toBeGreaterThan(other);
        const smaller = players.findIndex(({ side, share }) => side === player.side && share < player.share);
        if (smaller !== -1) expect(odds).toBeLessThan(first?.[smaller] ?? 0);
      }
    }
  });

  test('are the chance of at least one goal by his share, less five percent', () => {
    // The draw of 0.26 is as likely as with independent goals, so each side scores by Poisson.
    const players = playersAt(0);
    const [odds] = [pricePlayers(aMain([0.4, 0.26, 0.34]), players)?.map(Number) ?? []];
    const lambdas = players.map(({ share }, i) => -Math.log(1 - 1 / (1.05 * (odds[i] ?? 0))) / share);
    const [home, away] = [lambdas.slice(0, 4), lambdas.slice(4)];
    for (const [lambda = 0, ...more] of [home, away])
      for (const each of more) expect(each / lambda).toBeCloseTo(1, 1);
    expect((home[0] ?? 0) + (away[0] ?? 0)).toBeCloseTo(2.7, 1);
    expect(pricePlayers(aMain([1, 0.2, 0.2]), players)).toBeNull();
  });
});

describe('of four thousand games', () => {
  test('players score as often as their odds say', () => {
    const byPlace = new Map<number, { expected: number; scored: number; variance: number }>();
    for (const { main, players, end } of GAMES) {
      const odds = pricePlayers(main, players) ?? [];
      for (const [i, { outcomeId }] of players.entries()) {
        if (end.outcomeStates?.[outcomeId] === 'Canceled') continue;
        const chance = 1 / (1.05 * Number(odds[i]));
        const sum = byPlace.get(i) ?? { expected: 0, scored: 0, variance: 0 };
        sum.expected += chance;
        sum.variance += chance * (1 - chance);
        sum.scored += end.wonOutcomeIds.includes(outcomeId) ? 1 : 0;
        byPlace.set(i, sum);
      }
    }
    expect(byPlace.size).toBe(8);
    for (const { expected, scored, variance } of byPlace.values())
      expect(Math.abs(scored - expected) / Math.sqrt(variance)).toBeLessThan(3.5);
    const all = [...byPlace.values()];
    const sumOf = (key: 'expected' | 'scored') => all.reduce((sum, each) => sum + each[key], 0);
    expect(sumOf('scored') / sumOf('expected')).toBeCloseTo(1, 1);
    expect(Math.abs(sumOf('scored') / sumOf('expected') - 1)).toBeLessThan(0.03);
  });

  test('one player in ten does not play, and never scores', () => {
    let absent = 0;
    for (const { end } of GAMES) {
      const states = Object.entries(end.outcomeStates ?? {});
      absent += states.length;
      for (const [outcomeId, state] of states) {
        expect(state).toBe('Canceled');
        expect(end.wonOutcomeIds).not.toContain(outcomeId);
      }
    }
    expect(absent / (8 * GAMES.length)).toBeGreaterThan(0.09);
    expect(absent / (8 * GAMES.length)).toBeLessThan(0.11);
  });

  test('no side has more scorers than goals, and some games have none', () => {
    const scorers = (players: readonly Player[], won: readonly string[], side: number) =>
      players.filter((player) => player.side === side && won.includes(player.outcomeId)).length;
    for (const { players, score, end } of GAMES)
      for (const side of [0, 1] as const)
        expect(scorers(players, end.wonOutcomeIds, side)).toBeLessThanOrEqual(score?.game?.[side] ?? -1);
    const without = GAMES.filter(({ end }) => end.wonOutcomeIds.length === 0).length;
    expect(without / GAMES.length).toBeGreaterThan(0.1);
    expect(without / GAMES.length).toBeLessThan(0.3);
    expect(GAMES.some(({ end }) => end.wonOutcomeIds.length >= 4)).toBe(true);
  });
});

test('the same draw has the same scorers, one for each goal of a side or another player', () => {
  const players = playersAt(3);
  const sides = [0, 1, 1, 0, 1] as const;
  for (let game = 0; game < 200; game++) {
    const own = (name: string) => noise(`draw:${game}:${name}`);
    const drawn = drawScorers(players, sides, own);
    expect(drawScorers(players, sides, own)).toEqual(drawn);
    expect(drawn.ofGoals).toHaveLength(sides.length);
    for (const [i, scorer] of drawn.ofGoals.entries())
      if (scorer !== null) expect(players.find(({ outcomeId }) => outcomeId === scorer)?.side).toBe(sides[i]);
  }
});

test('without a score a condition on players is canceled', () => {
  expect(endOfPlayers(playersAt(1), null, () => 0.5)).toEqual({ state: 'Canceled', wonOutcomeIds: [] });
});
