import { describe, expect, test } from 'vitest';
import { type RiskPlace, riskGroupKey, riskGroupOf, riskGroups } from './risk-groups.ts';

const ofGame: RiskPlace = {
  marketId: 'm_1',
  title: 'Arsenal vs Chelsea: total goals',
  category: 'sports',
  subcategory: 'soccer',
  day: '2026-11-29',
  game: {
    gameId: '27',
    title: 'Arsenal vs Chelsea',
    league: 'Premier League, England',
    isInPlay: false,
    group: 'total',
  },
};
const ownMarket: RiskPlace = {
  ...ofGame,
  marketId: 'm_2',
  title: 'Will it rain?',
  category: 'politics',
  game: null,
};
const inPlay = (place: RiskPlace): RiskPlace => ({
  ...place,
  game: place.game && { ...place.game, isInPlay: true },
});

describe('the group of a market', () => {
  test('is its game, league, day and group of questions', () => {
    expect(riskGroupOf(ofGame, 'game')).toEqual({ gameId: '27', title: 'Arsenal vs Chelsea' });
    expect(riskGroupOf(ofGame, 'league')).toEqual({
      league: 'Premier League, England',
      subcategory: 'soccer',
    });
    expect(riskGroupOf(ofGame, 'day')).toEqual({ day: '2026-11-29' });
    expect(riskGroupOf(ofGame, 'type')).toEqual({ group: 'total' });
  });

  test('of our own is the market itself among games, and its category among leagues and types', () => {
    expect(riskGroupOf(ownMarket, 'game')).toEqual({ marketId: 'm_2', title: 'Will it rain?' });
    expect(riskGroupOf(ownMarket, 'league')).toEqual({ category: 'politics' });
    expect(riskGroupOf(ownMarket, 'day')).toEqual({ day: '2026-11-29' });
    expect(riskGroupOf(ownMarket, 'type')).toEqual({ category: 'politics' });
  });

  test('is another one for the game in play, which has a cap of its own, but not for its league', () => {
    const running = inPlay(ofGame);
    const keyOf = (place: RiskPlace, by: 'game' | 'league') => riskGroupKey(riskGroupOf(place, by));
    expect(riskGroupOf(running, 'game')).toMatchObject({ gameId: '27', inPlay: true });
    expect(keyOf(running, 'game')).not.toBe(keyOf(ofGame, 'game'));
    expect(keyOf(running, 'league')).toBe(keyOf(ofGame, 'league'));
  });
});

describe('markets in groups', () => {
  test('are in one group each, whatever its title is in another market', () => {
    const renamed = {
      ...ofGame,
      marketId: 'm_3',
      game: ofGame.game && { ...ofGame.game, title: 'ARS vs CHE' },
    };
    const markets = [ofGame, ownMarket, renamed, inPlay(ofGame)].map((place) => ({ place }));
    const sizes = (grouping: 'game' | 'league' | 'day' | 'type') =>
      riskGroups(markets, grouping).map((each) => each.markets.length);
    expect(sizes('game')).toEqual([2, 1, 1]);
    expect(sizes('league')).toEqual([3, 1]);
    expect(sizes('day')).toEqual([4]);
    expect(sizes('type')).toEqual([3, 1]);
  });

  test('keep leagues of the same name in two sports apart', () => {
    const basketball = { ...ofGame, subcategory: 'basketball' };
    expect(riskGroups([{ place: ofGame }, { place: basketball }], 'league')).toHaveLength(2);
  });
});
