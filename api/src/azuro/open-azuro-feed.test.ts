import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { say as sentenceOf } from '@tallystone/core/sentences/say';
import { type ControlledStandIn, startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientLimits } from './azuro-client.ts';
import {
  type AzuroFeed,
  type ConditionUpdate,
  FeedUnavailable,
  type GameUpdate,
  type ScoreUpdate,
} from './azuro-feed.ts';
import { createDropLog, type DropLog } from './drop-log.ts';
import { isModernCondition } from './is-modern-condition.ts';
import { openAzuroFeed } from './open-azuro-feed.ts';
import { FIXTURE } from './stand-in/fixture.ts';

const QUICK: Partial<ClientLimits> = { timeoutMs: 60_000, pauseMs: 1 };
const GAMES = FIXTURE.games.map(({ gameId }) => gameId);
const LEGACY = FIXTURE.conditions.filter(({ conditionId }) => !isModernCondition(conditionId));
const [FIRST = ''] = GAMES;
const FIRST_MAIN = LEGACY[0]?.conditionId ?? '';

let standIn: ControlledStandIn;
let drops: DropLog;
let feed: AzuroFeed;
/** A stand-in that stays at the beginning of its season, because its first timed events come within seconds. */
function standStill(number: number): Promise<ControlledStandIn> {
  const beganAt = new Date();
  return startControlledStandIn({
    season: { number, beganAt },
    control: false,
    now: () => beganAt.getTime(),
  });
}
beforeEach(async () => {
  standIn = await standStill(0);
  drops = createDropLog(() => new Date());
  feed = openFeed(QUICK);
});
afterEach(async () => {
  vi.useRealTimers();
  feed.close();
  await standIn.close();
});

function openFeed(limits: Partial<ClientLimits>): AzuroFeed {
  return openAzuroFeed({
    apiUrl: standIn.apiUrl,
    wsUrl: standIn.wsUrl,
    drops,
    limits: { ...QUICK, ...limits },
  });
}

/** Sets the answer of one path from now on. */
const say = (path: string, value: unknown) =>
  standIn.control.answerRaw({ path, body: typeof value === 'string' ? value : JSON.stringify(value) });

describe('reading the feed', () => {
  test('games that have not ended are listed, and all are understood', async () => {
    const games = await feed.listGames();
    const states = games.map(({ state }) => state);
    expect(states.filter((state) => state === 'Prematch')).toHaveLength(30);
    expect(states.filter((state) => state === 'Live')).toHaveLength(6);
    expect(games).toHaveLength(36);
    expect(games.find(({ id }) => id === FIRST)).toMatchObject({
      title: 'Northbridge United - Kingsport Athletic',
      turnover: 6_371_714_518n,
      participants: ['Northbridge United', 'Kingsport Athletic'],
    });
    expect(drops.latest()).toEqual([]);
  });

  test('games are found by their ids in any state, unknown ones are left out', async () => {
    const games = await feed.gamesByIds([...GAMES, FIRST, '1', '2']);
    expect(games).toHaveLength(40);
    expect(new Set(games.map(({ state }) => state))).toEqual(
      new Set(['Prematch', 'Live', 'Finished', 'Stopped', 'Canceled']),
    );
    expect(await feed.gamesByIds([])).toEqual([]);
  });

  test('conditions include modern ones, and have their winners', async () => {
    const conditions = await feed.conditionsByGameIds(GAMES);
    expect(conditions.length).toBeGreaterThan(5 * FIXTURE.conditions.length);
    const modern = conditions.filter(({ id }) => id[0] !== '3');
    const onPlayers = modern.filter(({ category }) => category === 'players');
    const onScore = modern.filter(({ category }) => category === 'correct_score');
    const others = modern.filter((each) => !onPlayers.includes(each) && !onScore.includes(each));
    expect(others.map(({ id }) => id[0])).toEqual(['5', '6']);
    // Football games that are open.
    expect([onPlayers.length, onScore.length]).toEqual([8, 8]);
    for (const { id, title, outcomes } of onScore) {
      expect([id[0], title, outcomes.length]).toEqual(['5', 'Correct score', 17]);
      expect(outcomes.every((each) => each.title !== null && each.odds !== null && each.line === null)).toBe(
        true,
      );
    }
    for (const { id, title, outcomes } of onPlayers) {
      expect([id[0], title, outcomes.length]).toEqual(['5', 'Anytime goalscorer', 8]);
      expect(outcomes.every((each) => each.title !== null && each.odds !== null && each.line === null)).toBe(
        true,
      );
    }
    const won = conditions
      .filter(({ state }) => state === 'Resolved')
      .map((each) => each.wonOutcomeIds.length);
    expect(won.toSorted()).toEqual([1, 1, 1, 1, 2]);
    expect(drops.latest()).toEqual([]);
  });

  test('states of conditions are read a hundred at a time', async () => {
    const updates = await feed.conditionStates(LEGACY.map(({ conditionId }) => conditionId));
    expect(updates).toHaveLength(132);
    expect(updates.find(({ id }) => id === FIRST_MAIN)).toEqual({
      id: FIRST_MAIN,
      state: 'Active',
      outcomes: [
        { id: '29', odds: 1_840_000n },
        { id: '30', odds: 3_680_000n },
        { id: '31', odds: 4_340_000n },
      ],
    });
    expect(standIn.control.status().requests['/market-manager/condition-batch']).toBe(2);
    expect(drops.latest()).toEqual([]);
  });

  test('results have the states of games and all their conditions, with the raw answer', async () => {
    standIn.control.cancel(GAMES[1] ?? '');
    standIn.control.resolve(FIRST_MAIN, ['29', '30']);
    const askedFrom = new Date();
    const results = await feed.resultsOf([...GAMES, FIRST, '1']);
    expect(results.map(({ gameId }) => gameId)).toEqual(GAMES);
    const conditions = results.flatMap((each) => each.conditions);
    expect(conditions.length).toBeGreaterThan(5 * FIXTURE.conditions.length);
    const [first, second] = results;
    expect(first?.game).toMatchObject({ state: 'Prematch', raw: { gameId: FIRST, state: 'Prematch' } });
    expect(first?.askedAt.getTime()).toBeGreaterThanOrEqual(askedFrom.getTime());
    expect(first?.conditions.find(({ id }) => id === FIRST_MAIN)).toMatchObject({
      state: 'Resolved',
      wonOutcomeIds: ['29', '30'],
      raw: { conditionId: FIRST_MAIN, wonOutcomeIds: ['29', '30'] },
    });
    expect(second?.game?.state).toBe('Canceled');
    expect(new Set(second?.conditions.map(({ state }) => state))).toEqual(new Set(['Canceled']));
    expect(drops.latest()).toEqual([]);
  });

  test('results are always read from the feed, 50 games at a time, and fail as a whole', async () => {
    const ids = standIn.control.addGames(120);
    expect(await feed.resultsOf(ids)).toHaveLength(120);
    const { requests } = standIn.control.status();
    expect(requests['/market-manager/games-by-ids']).toBe(3);
    expect(requests['/market-manager/conditions-by-game-ids']).toBe(3);
    standIn.control.fail({ mode: '500', paths: ['/conditions-by-game-ids'] });
    await expect(feed.resultsOf(ids)).rejects.toThrow(FeedUnavailable);
  });

  test('two differing results for one game are both dropped', async () => {
    const condition = { conditionId: FIRST_MAIN, state: 'Resolved', game: { gameId: FIRST } };
    say('/conditions-by-game-ids', {
      conditions: [
        { ...condition, wonOutcomeIds: ['29'] },
        { ...condition, wonOutcomeIds: ['31'] },
      ],
    });
    expect((await feed.resultsOf([FIRST]))[0]?.conditions).toEqual([]);
  });

  test('a list of many pages is read to its end', async () => {
    standIn.control.addGames(450);
    expect(await feed.listGames()).toHaveLength(486);
    expect(standIn.control.status().requests['/market-manager/games-by-filters']).toBe(6);
  });

  test('endless pages are not read to their end', async () => {
    const endless = FIXTURE.games.slice(0, 1).map((game) => ({
      ...game,
      startsAt: String(Math.floor(Date.now() / 1000) + 60),
    }));
    say('/games-by-filters', { games: endless, totalPages: 1e9 });
    expect(await feed.listGames()).toHaveLength(1);
    expect(standIn.control.status().requests['/market-manager/games-by-filters']).toBe(50);
  });
});

describe('a feed with bad answers', () => {
  test.each<[string, string]>([
    ['a page', '<html><body>Bad gateway</body></html>'],
    ['null', 'null'],
    ['text', '"games"'],
    ['a list', '[]'],
    ['nothing that is asked for', '{}'],
    ['text for games', '{"games":"all","totalPages":1}'],
    ['half an answer', '{"games":[{"gameId":"1"'],
  ])('%s instead of games fails without a crash', async (_, body) => {
    say('/games-by-filters', body);
    say('/games-by-ids', body);
    await expect(feed.listGames()).rejects.toThrow(FeedUnavailable);
    // The first call may have opened the breaker, which another test covers.
    feed.close();
    feed = openFeed({ failures: 99 });
    await expect(feed.gamesByIds([FIRST])).rejects.toThrow(
      /^The feed('s answer is not valid data| sent data we don't understand)/,
    );
  });

  test('single elements are dropped, the others stay', async () => {
    const [game] = await feed.gamesByIds([FIRST]);
    const [sent] = FIXTURE.games;
    const good = { ...sent, startsAt: String((game?.startsAt.getTime() ?? 0) / 1000) };
    say('/games-by-ids', {
      games: [null, { ...good, startsAt: '0' }, good, good, { ...good, gameId: GAMES[1], title: 7 }],
    });
    expect(await feed.gamesByIds(GAMES)).toEqual([{ ...game, raw: good }]);
    expect(drops.total).toBe(4);
  });

  test('games and conditions that were not requested are dropped', async () => {
    const [first, second] = LEGACY;
    say('/conditions-by-game-ids', {
      conditions: [first, { ...second, game: { gameId: '7', sport: { sportId: '33' } } }],
    });
    expect((await feed.conditionsByGameIds([FIRST])).map(({ id }) => id)).toEqual([FIRST_MAIN]);
  });

  test('a list drops games of another state', async () => {
    const startsAt = String(Math.floor(Date.now() / 1000) + 60);
    say('/games-by-filters', {
      games: [{ ...FIXTURE.games[0], startsAt, state: 'Finished' }],
      totalPages: 1,
    });
    expect(await feed.listGames()).toEqual([]);
    expect(drops.total).toBe(2);
  });

  test('a billion outcomes do not hang it', async () => {
    standIn.control.answerRaw({
      path: '/conditions-by-game-ids',
      body: {
        head: '{"conditions":[{"conditionId":"1","outcomes":[',
        unit: '{},',
        times: 1e9,
        tail: '{}]}]}',
      },
    });
    feed.close();
    feed = openFeed({ tries: 1 });
    // Reading all of it would take minutes; it stops here.
    await expect(feed.conditionsByGameIds([FIRST])).rejects.toThrow(
      new FeedUnavailable(sentenceOf('feed-too-much')),
    );
  });
});

describe('a feed that is down', () => {
  test.each([['500'], ['html'], ['bad-json'], ['cut'], ['drop']] as const)(
    '%s is tried again',
    async (mode) => {
      standIn.control.fail({ mode, count: 2 });
      expect(await feed.gamesByIds([FIRST])).toHaveLength(1);
    },
  );

  test('that hangs times out, and works again once the feed does', async () => {
    // The breaker's clock stands still until the test advances it.
    vi.useFakeTimers({ toFake: ['performance'] });
    feed.close();
    feed = openFeed({ timeoutMs: 100, failures: 3, openForMs: 200 });
    standIn.control.fail({ mode: 'hang' });
    await expect(feed.gamesByIds([FIRST])).rejects.toThrow('The feed did not answer within 0.1 seconds.');
    await expect(feed.gamesByIds([FIRST])).rejects.toThrow('The feed has failed 3 times in a row');
    standIn.control.fail({ mode: 'off' });
    const askLater = () => {
      vi.advanceTimersByTime(200);
      return feed.gamesByIds([FIRST]);
    };
    await expect.poll(askLater).toHaveLength(1);
  });
});

describe('the socket', () => {
  test('sends changes in the real shapes, also after a reconnect', async () => {
    const conditions: ConditionUpdate[] = [];
    const games: GameUpdate[] = [];
    const onOpen = vi.fn();
    const subscription = feed.subscribe({
      onCondition: (update) => conditions.push(update),
      onGame: (update) => games.push(update),
      onOpen,
    });
    subscription.follow({ conditionIds: [FIRST_MAIN], gameIds: [FIRST] });
    await expect.poll(() => onOpen).toHaveBeenCalled();
    // Subscriptions go out with the opening, so a REST call reaches the server after them.
    await feed.gamesByIds([FIRST]);
    standIn.control.setOdds(FIRST_MAIN, { 29: '1.7' });
    standIn.control.setGame(FIRST, { state: 'Live' });
    await expect.poll(() => [conditions.length, games.length]).toEqual([1, 1]);
    expect(conditions[0]).toMatchObject({ id: FIRST_MAIN, state: 'Active' });
    expect(conditions[0]?.outcomes).toContainEqual({ id: '29', odds: 1_700_000n });
    expect(games[0]).toMatchObject({ id: FIRST, state: 'Live' });

    standIn.control.socket.drop();
    await expect.poll(() => onOpen).toHaveBeenCalledTimes(2);
    await feed.gamesByIds([FIRST]);
    standIn.control.setCondition(FIRST_MAIN, 'Stopped');
    await expect.poll(() => conditions.at(-1)).toMatchObject({ state: 'Stopped' });
    expect(drops.latest()).toEqual([]);
  });
});

describe('the socket of scores', () => {
  test('sends the score of a game in play until its end, also after a reconnect', async () => {
    const id = standIn.control.addLiveGame();
    const other = standIn.control.addLiveGame();
    const scores: ScoreUpdate[] = [];
    const onOpen = vi.fn();
    const subscription = feed.subscribeToScores({ onScore: (update) => scores.push(update), onOpen });
    subscription.follow([id]);
    await expect.poll(() => onOpen).toHaveBeenCalled();
    await feed.gamesByIds([id]);
    standIn.control.start(id);
    standIn.control.setScore(other, [5, 5], "50'");
    standIn.control.setScore(id, [0, 1], "45+2'");
    await expect
      .poll(() => scores)
      .toMatchObject([{ id, score: [0, 1], clock: "45+2'", period: '1st half', isRunning: true }]);

    standIn.control.socket.drop();
    await expect.poll(() => onOpen).toHaveBeenCalledTimes(2);
    await feed.gamesByIds([id]);
    standIn.control.setScore(id, [1, 1], '90+1');
    standIn.control.finish(id);
    await expect
      .poll(() => scores.at(-1))
      .toEqual({ id, score: [1, 1], clock: "90+1'", period: '2nd half', isRunning: false });
    expect(drops.latest()).toEqual([]);
  });
});

test('only the conditions of games that are played in play take bets then', async () => {
  const id = standIn.control.addLiveGame();
  const conditions = await feed.conditionsByGameIds([id, ...GAMES]);
  const live = conditions.filter(({ isLiveEnabled }) => isLiveEnabled);
  expect(live.map(({ gameId }) => gameId)).toEqual(new Array(11).fill(id));
  expect(conditions.length).toBeGreaterThan(500);
});

test('two feeds in one process each read their own', async () => {
  const other = await standStill(7);
  const second = openAzuroFeed({ apiUrl: other.apiUrl, wsUrl: other.wsUrl, drops, limits: QUICK });
  const [ours, theirs] = await Promise.all([feed.listGames(), second.listGames()]);
  const ids = new Set(ours.map(({ id }) => id));
  expect([ours.length, theirs.length]).toEqual([36, 36]);
  expect(theirs.filter(({ id }) => ids.has(id))).toEqual([]);
  second.close();
  await other.close();
  expect(await feed.listGames()).toHaveLength(36);
});

test('a closed feed says so', async () => {
  feed.close();
  await expect(feed.listGames()).rejects.toThrow(new FeedUnavailable(sentenceOf('feed-closed')));
});

test("of Azuro's packages the dictionary alone is loaded, when something is first asked of it", async () => {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  // A separate process that reports which of Azuro's packages it loads, because this one has loaded them already.
  const hooks = `
    import { writeSync } from 'node:fs';
    export function resolve(specifier, context, next) {
      if (/^(?:@azuro-org\\/|graphql)/.test(specifier)) writeSync(1, specifier + '\\n');
      return next(specifier, context);
    }`;
  const program = `
    import { register } from 'node:module';
    import { writeSync } from 'node:fs';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
    const { openAzuroFeed } = await import(${at('open-azuro-feed.ts')});
    const { createCatalogue } = await import(${at('catalogue.ts')});
    const drops = { note() {}, total: 0, latest: () => [] };
    const feed = openAzuroFeed({ apiUrl: 'http://127.0.0.1:9', wsUrl: null, drops });
    const catalogue = createCatalogue({ feed, drops, now: () => new Date(), takesSeveral: async () => true });
    catalogue.data(new Set(), 'azuro');
    writeSync(1, 'asks\\n');
    await catalogue.sync().catch(() => undefined);
    feed.close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: new URL('../../..', import.meta.url) },
  );
  const [first, ...loaded] = stdout.trim().split('\n');
  expect(first).toBe('asks');
  expect(new Set(loaded)).toEqual(new Set(['@azuro-org/dictionaries']));
});
