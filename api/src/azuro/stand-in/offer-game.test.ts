import { describe, expect, test } from 'vitest';
import { CORRECT_SCORE } from './correct-score.ts';
import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { offerGame, offerOf, offerPlayersOf, priceGame } from './offer-game.ts';
import { marketOf } from './offered.ts';

const GAMES = FIXTURE.games.map((game) => ({
  game,
  own: FIXTURE.conditions.filter((condition) => condition.game.gameId === game.gameId),
}));
const [{ game: FIRST, own: OWN } = { game: undefined, own: [] }] = GAMES;

function offerWith(change: { state?: string; main?: Partial<FixtureCondition> }) {
  if (FIRST === undefined) throw new Error('expected a game');
  const [main, ...more] = OWN;
  const changed = main === undefined ? [] : [{ ...main, ...change.main }];
  return offerGame({ ...FIRST, state: change.state ?? FIRST.state }, [...changed, ...more]);
}

describe('a game', () => {
  test.each([
    ['football', 20, 41],
    ['basketball', 15, 30],
    ['tennis', 15, 30],
    ['ice-hockey', 15, 30],
    ['american-football', 8, 25],
    ['baseball', 8, 25],
    ['mma', 1, 1],
    ['boxing', 1, 1],
    ['cs2', 2, 2],
    ['politics', 2, 2],
  ])('of %s offers %d to %d conditions, with those of the fixture', (slug, least, most) => {
    const open = GAMES.filter(({ game, own }) => {
      const takesBets = game.state === 'Prematch' || game.state === 'Live';
      return game.sport.slug === slug && takesBets && own[0]?.state === 'Active';
    });
    expect(open.length).toBeGreaterThan(0);
    for (const { game, own } of open) {
      const count = own.length + offerOf(game.gameId).length;
      expect(count).toBeGreaterThanOrEqual(least);
      expect(count).toBeLessThanOrEqual(most);
    }
  });

  test('offers no more than the fixture if it takes no bets or its main condition is not open and understood', () => {
    expect(offerWith({}).length).toBeGreaterThan(20);
    expect(offerWith({ state: 'Live' }).length).toBeGreaterThan(20);
    for (const state of ['Finished', 'Stopped', 'Canceled']) expect(offerWith({ state })).toEqual([]);
    for (const state of ['Stopped', 'Resolved', 'Canceled'])
      expect(offerWith({ main: { state } })).toEqual([]);
    const outcomes = OWN[0]?.outcomes ?? [];
    const [first, ...rest] = outcomes;
    const bad = ['1', '0', '', 'NaN'].map((odds) => [
      { ...outcomes[0], outcomeId: '29', odds, title: null },
      ...rest,
    ]);
    for (const each of bad) expect(offerWith({ main: { outcomes: each } })).toEqual([]);
    expect(offerWith({ main: { outcomes: rest } })).toEqual([]);
    expect(first).toBeDefined();
    const quiet = GAMES.filter(({ game }) => offerOf(game.gameId).length === 0).map(({ game }) => game.title);
    expect(quiet).toEqual(
      expect.arrayContaining(['Sporting Lumina - Belo Porto FC', 'Deportivo Marina - CF Costa Brava']),
    );
  });

  test('offers players if it is football and offers more than the fixture', () => {
    const withPlayers = GAMES.filter(({ game }) => offerPlayersOf(game.gameId) !== null);
    const football = GAMES.filter(({ game }) => game.sport.slug === 'football');
    expect(withPlayers).toEqual(football.filter(({ game }) => offerOf(game.gameId).length > 0));
    expect(withPlayers.length).toBeGreaterThan(5);
    expect(withPlayers.length).toBeLessThan(football.length);
    for (const { game } of withPlayers) {
      const { players = [], odds = [] } = offerPlayersOf(game.gameId) ?? {};
      expect([players.length, odds.length]).toEqual([8, 8]);
      for (const each of odds) {
        expect(each).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Number(each)).toBeGreaterThanOrEqual(1.01);
        expect(Number(each)).toBeLessThan(50);
      }
    }
  });

  test('offers the score if it is football and offers more than the fixture', () => {
    const scores = Array.from({ length: 16 }, (_, i) => [Math.floor(i / 4), i % 4] as const);
    let highest = 0;
    for (const { game, own } of GAMES) {
      const offer = offerOf(game.gameId);
      const [onScore, ...more] = offer.filter(({ market }) => market === CORRECT_SCORE);
      const isOffered = game.sport.slug === 'football' && offer.length > 0;
      expect([game.title, onScore !== undefined, more]).toEqual([game.title, isOffered, []]);
      if (onScore === undefined) continue;
      const odds = onScore.odds.map(Number);
      expect(odds).toHaveLength(17);
      const sumOf = (chances: readonly (number | undefined)[]) =>
        chances.reduce<number>((sum, each) => sum + 1 / (each ?? 0), 0);
      expect(sumOf(odds)).toBeGreaterThan(1.05);
      expect(sumOf(odds)).toBeLessThan(1.07);
      highest = Math.max(highest, ...odds);
      // A draw is one of four listed scores, or rarely another one.
      const main = own[0]?.outcomes.map((outcome) => 1 / Number(outcome.odds)) ?? [];
      const draw = (main[1] ?? 0) / main.reduce((sum, each) => sum + each, 0);
      const draws = sumOf(odds.filter((_, i) => scores[i]?.[0] === scores[i]?.[1] && i < 16)) / 1.05;
      expect(draws).toBeLessThan(draw * 1.02);
      expect(draws).toBeGreaterThan(draw * 0.95);
    }
    expect(highest).toBeGreaterThan(200);
  });

  test('offers no other market on who wins it, which could count as the main one', () => {
    const onWinner = ['19-76-1', '1-1-1', '19-76-76', '19-76-83', '19-1-87'];
    for (const { game } of GAMES) {
      const keys = offerOf(game.gameId).map(({ market }) => market.key);
      expect([game.title, keys.filter((key) => onWinner.includes(key))]).toEqual([game.title, []]);
    }
  });

  test('offers each outcome once, at odds that can be bet on', () => {
    for (const { game, own } of GAMES) {
      const offer = offerOf(game.gameId);
      const ids = offer.flatMap(({ market }) => market.outcomeIds);
      const taken = own.flatMap(({ outcomes }) => outcomes.map(({ outcomeId }) => outcomeId));
      expect(new Set([...ids, ...taken]).size).toBe(ids.length + new Set(taken).size);
      for (const { market, odds } of offer) {
        expect(odds).toHaveLength(market.outcomeIds.length);
        for (const each of odds) {
          expect(each).toMatch(/^\d+(\.\d{1,2})?$/);
          expect(Number(each)).toBeGreaterThanOrEqual(1.01);
          expect(Number(each)).toBeLessThanOrEqual(market === CORRECT_SCORE ? 1_000 : 77);
        }
      }
    }
  });

  test("offers a higher total at higher odds, the fixture's own lines included", () => {
    for (const { game, own } of GAMES) {
      const [main] = own;
      if (main === undefined || offerOf(game.gameId).length === 0) continue;
      const fixed = own.slice(1).flatMap((condition) => {
        const market = marketOf(game.sport.slug, condition);
        const odds = market?.outcomeIds.map(
          (id) => condition.outcomes.find((each) => each.outcomeId === id)?.odds ?? '',
        );
        const isOpen =
          condition.state === 'Active' && condition.outcomes.every(({ odds }) => Number(odds) > 1);
        return market === undefined || odds === undefined || !isOpen ? [] : [{ market, odds }];
      });
      expect(fixed.map(({ odds }) => odds)).toEqual(
        fixed.map(({ market }) => priceGame(game.sport.slug, main, [market])?.get(market)),
      );
      const totals = [...offerOf(game.gameId), ...fixed]
        .filter(({ market }) => market.rule === 'total' && market.part !== 'first')
        .sort((a, b) => a.market.line - b.market.line);
      for (const key of new Set(totals.map(({ market }) => market.key))) {
        const overs = totals.filter(({ market }) => market.key === key).map(({ odds }) => Number(odds[0]));
        expect(overs).toEqual(overs.toSorted((a, b) => a - b));
      }
    }
  });
});
