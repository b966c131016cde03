import { expect, test } from 'vitest';
import { noise } from './noise.ts';
import type { RollingGame } from './rolling-game.ts';
import { RollingGames } from './rolling-games.ts';
import { type Season, StandInFeed } from './stand-in-feed.ts';

const BEGAN = Date.parse('2026-11-21T12:00:00.900Z');
const SEASON: Season = { number: 3, beganAt: new Date(BEGAN) };
const after = (seconds: number) => BEGAN / 1000 + seconds;
const DAY = 86_400;

const inPlay = (games: RollingGames) => games.list().filter(({ game }) => game.state === 'Live');
/** Seconds until the end of a game. */
const leftOf = ({ game, script }: RollingGame, now: number) => game.startsAt + script.endsAt - now;

function aFeed({ season = SEASON, earlier = [] as Season[], at = 0 } = {}) {
  const feed = new StandInFeed({ season, earlier, drift: false, rolling: true });
  feed.advance(after(at) * 1000);
  return feed;
}

/** All that the feed serves of games that are played fast. */
function servedBy(feed: StandInFeed, gameIds = feed.listGames().map(({ gameId }) => gameId)) {
  return gameIds
    .filter((gameId) => !feed.games.has(gameId))
    .map((gameId) => ({
      game: feed.game(gameId),
      conditions: feed.conditionsOf(gameId).map((each) => feed.wire(each)),
    }));
}

test('at any moment two games are in play, and one of them ends within four minutes', () => {
  const games = new RollingGames([SEASON]);
  for (let i = 0; i < 500; i++) {
    const now = after(noise(`moment:${i}`) * 3 * DAY);
    games.advance(now);
    const live = inPlay(games);
    expect(live.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...live.map((each) => leftOf(each, now)))).toBeLessThanOrEqual(240);
  }
});

test('that is so from the moment at which a season begins', () => {
  const games = new RollingGames([SEASON]);
  for (let second = 0; second < 1_200; second++) {
    games.advance(after(second));
    expect(inPlay(games).length).toBeGreaterThanOrEqual(2);
  }
});

test('each game is shown for at least three minutes before it begins, and memory is bounded', () => {
  const games = new RollingGames([SEASON]);
  games.advance(after(0));
  const seen = new Set(games.list().map(({ game }) => game.gameId));
  let shown = 0;
  for (let second = 0; second < 4 * 3_600; second += 5) {
    games.advance(after(second));
    const list = games.list();
    expect(list.length).toBeLessThanOrEqual(10);
    for (const { game, conditions } of list) {
      if (seen.has(game.gameId)) continue;
      seen.add(game.gameId);
      shown += 1;
      expect(game.startsAt - after(second)).toBeGreaterThanOrEqual(180);
      expect(game.state).toBe('Prematch');
      expect(conditions.every(({ state }) => state === 'Active')).toBe(true);
    }
  }
  expect(shown).toBe((4 * 3_600) / 150);
});

test('one game of 25 is abandoned, and no club plays two games at once', () => {
  const games = new RollingGames([SEASON]);
  const all = new Map<string, RollingGame>();
  for (let place = 0; place < 250; place++) {
    games.advance(after(place * 150));
    const names = games
      .list()
      .filter(({ game }) => game.state === 'Live' || game.state === 'Prematch')
      .flatMap(({ game }) => game.participants.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    for (const each of games.list()) all.set(each.game.gameId, each);
  }
  const abandoned = [...all.values()].filter(({ script }) => script.isAbandoned).length;
  expect(abandoned).toBe(10);
});

test('processes that start at different times serve the same', () => {
  const [early, late] = [aFeed(), aFeed({ at: 9_000 })];
  for (let second = 1; second < 9_000; second += second < 8_000 ? 37 : 0.25)
    early.advance(after(second) * 1000);
  for (const at of [9_000, 9_003.7, 9_200, 12_000]) {
    for (const feed of [early, late]) feed.advance(after(at) * 1000);
    expect(servedBy(late)).toEqual(servedBy(early));
    expect(servedBy(late).length).toBeGreaterThan(7);
  }
});

test('another season, or the same that began at another time, goes another way', () => {
  const scripts = [SEASON, { ...SEASON, number: 4 }, { ...SEASON, beganAt: new Date(BEGAN - 150_000) }].map(
    (season) => {
      const games = new RollingGames([season]);
      games.advance(after(0));
      return games.list().map(({ script }) => JSON.stringify(script));
    },
  );
  expect(new Set(scripts.flat()).size).toBe(scripts.flat().length);
});

test('an old game answers for hours after its end, also after a restart', () => {
  const feed = aFeed({ at: 3_600 });
  const [old] = feed
    .listGames()
    .filter(({ gameId, state }) => !feed.games.has(gameId) && state === 'Finished');
  if (old === undefined) throw new Error('expected a game that has ended');
  const ids = [old.gameId];
  const before = structuredClone(servedBy(feed, ids));
  const main = feed.conditionsOf(old.gameId)[0]?.conditionId ?? '';
  expect(before[0]?.conditions).toHaveLength(11);
  for (const each of [feed, aFeed()]) {
    each.advance(after(3 * 3_600) * 1000);
    expect(each.listGames().some(({ gameId }) => gameId === old.gameId)).toBe(false);
    expect(servedBy(each, ids)).toEqual(before);
    expect(each.condition(main)?.state).toBe('Resolved');
  }
});

test('a season answers for its own games that have been shown, and for those of earlier seasons', () => {
  const next: Season = { number: 4, beganAt: new Date(BEGAN + 2 * 3_600_000) };
  const at = 2 * 3_600;
  const [first, both, second] = [
    aFeed({ at }),
    aFeed({ season: next, earlier: [SEASON], at }),
    aFeed({ season: next, at }),
  ];
  const shown = servedBy(first).flatMap(({ game }) => game?.gameId ?? []);
  expect(servedBy(both, shown)).toEqual(servedBy(first, shown));
  expect(servedBy(second, shown).map(({ game }) => game)).toEqual(shown.map(() => undefined));
  // What began before the switch is played to its end, and nothing new of that season begins.
  both.advance(after(at + 1_800) * 1000);
  const ids = both.listGames().map(({ gameId }) => gameId);
  expect(ids.filter((gameId) => shown.includes(gameId))).toEqual([]);
  first.advance(after(at + 1_800) * 1000);
  const later = servedBy(first).flatMap(({ game }) => game?.gameId ?? []);
  expect(later.map((gameId) => both.game(gameId))).toEqual(later.map(() => undefined));
});

test('a game that has not been shown yet is unknown, and so are other ids', () => {
  const feed = aFeed();
  const last =
    feed
      .listGames()
      .map(({ gameId }) => gameId)
      .at(-1) ?? '';
  expect(feed.game(last)?.state).toBe('Prematch');
  const next = (BigInt(last) + 1n).toString();
  for (const id of [next, `${last}0`, last.slice(1), '', 'x', '1006000000002000000000']) {
    expect(feed.game(id)).toBe(undefined);
    expect(feed.conditionsOf(id)).toEqual([]);
    expect(feed.condition(`3006${id}`)).toBe(undefined);
  }
});

test('some conditions report their result themselves, some by their outcomes, and none contradicts itself', () => {
  const feed = aFeed({ at: 3_600 });
  const wires = servedBy(feed).flatMap(({ game, conditions }) =>
    game?.state === 'Finished' ? conditions : [],
  );
  const byCondition = wires.filter(({ wonOutcomeIds }) => wonOutcomeIds !== undefined);
  const byOutcomes = wires.filter(({ outcomes }) => outcomes.some(({ state }) => state === 'Won'));
  expect(byCondition.length).toBeGreaterThan(0);
  expect(byCondition.length).toBeLessThan(wires.length);
  expect(byOutcomes.length).toBeGreaterThan(0);
  expect(byOutcomes.length).toBeLessThan(wires.length);
  for (const { wonOutcomeIds, outcomes } of wires) {
    const won = outcomes.flatMap(({ outcomeId, state }) => (state === 'Won' ? outcomeId : []));
    if (wonOutcomeIds !== undefined && outcomes[0]?.state !== undefined)
      expect([...wonOutcomeIds].sort()).toEqual(won.sort());
  }
});

test('without them a season has only the games of the fixture', () => {
  const feed = new StandInFeed({ season: SEASON, drift: false });
  feed.advance(after(0) * 1000);
  expect(feed.listGames()).toEqual([...feed.games.values()]);
});
