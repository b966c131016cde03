import { once } from 'node:events';
import { request } from 'node:http';
import {
  type ControlledSettings,
  type ControlledStandIn,
  startControlledStandIn,
} from '@tallystone/testkit/feed/stand-in.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { FIXTURE } from './fixture.ts';

const BEGAN = Date.parse('2026-11-21T12:00:00Z');
const FIRST = '1006000000000090000001';
const FIRST_MAIN = '300610060000000000900000010000000000000005000000';
const FIXTURE_IDS = new Set(FIXTURE.games.map(({ gameId }) => gameId));
const CANDIDATES = '1006000000000090000040';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(
  more: Partial<ControlledSettings> = {},
): Promise<ControlledStandIn & { setClock(ms: number): void }> {
  let clock = BEGAN;
  const standIn = await startControlledStandIn({
    season: { number: 0, beganAt: new Date(BEGAN) },
    control: true,
    now: () => clock,
    ...more,
  });
  open.push(standIn);
  return {
    ...standIn,
    setClock(ms) {
      clock = ms;
    },
  };
}

/** The checked parts of all kinds of answers. */
interface Json {
  total: number;
  games: { gameId: string; state: string; startsAt: string; turnover: string }[];
  conditions: {
    conditionId: string;
    state: string;
    wonOutcomeIds: string[];
    category?: string;
    outcomes: { outcomeId: string; odds: string; state?: string }[];
  }[];
  gameIds: string[];
  gameId: string;
  message: string;
}

async function read(answer: Response): Promise<{ status: number; json: Json }> {
  // The route decides which parts exist.
  return { status: answer.status, json: (await answer.json()) as Json };
}

const PUBLIC = '/api/v1/public';

async function get(standIn: ControlledStandIn, path: string, query: Record<string, string | string[]> = {}) {
  const parameters = new URLSearchParams({ environment: 'PolygonUSDT' });
  for (const [name, value] of Object.entries(query)) {
    parameters.delete(name);
    for (const each of [value].flat()) parameters.append(name, each);
  }
  const answer = await fetch(`${standIn.apiUrl}${PUBLIC}${path}?${parameters}`);
  return await read(answer);
}

async function post(standIn: ControlledStandIn, path: string, body: object) {
  const answer = await fetch(`${standIn.apiUrl}${PUBLIC}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ environment: 'PolygonUSDT', ...body }),
  });
  return await read(answer);
}

async function control(standIn: ControlledStandIn, name: string, body: unknown = {}) {
  const answer = await fetch(`${standIn.apiUrl}/__control/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return await read(answer);
}

/** A listener and its messages. */
async function listen(standIn: ControlledStandIn, path = '/feed') {
  const socket = new WebSocket(standIn.wsUrl + path);
  open.push({ close: () => socket.terminate() });
  await once(socket, 'open');
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  return {
    messages: () => messages.map((text) => JSON.parse(text)),
    /** Resolves once the server has read all earlier messages, because it answers in order. */
    async say(...messages: unknown[]) {
      for (const each of messages) socket.send(typeof each === 'string' ? each : JSON.stringify(each));
      const answered = once(socket, 'pong');
      socket.ping();
      await answered;
    },
    async settled() {
      await this.say();
      return this.messages();
    },
    socket,
  };
}

const subscribe = (event: string, data: object) => ({ event, data: { environment: 'PolygonUSDT', ...data } });

describe('lists of games', () => {
  test('have only games in the given state, earliest first, in pages', async () => {
    const standIn = await start();
    const first = await get(standIn, '/market-manager/games-by-filters', {
      gameState: 'Prematch',
      perPage: '20',
    });
    expect(first.json).toMatchObject({ page: 1, perPage: 20, total: 30, totalPages: 2 });
    const second = await get(standIn, '/market-manager/games-by-filters', {
      gameState: 'Prematch',
      perPage: '20',
      page: '2',
    });
    const games = [...first.json.games, ...second.json.games];
    expect(games).toHaveLength(30);
    expect(new Set(games.map((game) => game.gameId)).size).toBe(30);
    const starts = games.map((game) => Number(game.startsAt));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    for (const game of games) {
      expect(game.state).toBe('Prematch');
      expect(game.startsAt).toMatch(/^\d{10}$/);
      expect(game).not.toHaveProperty('startsInSeconds');
    }
    const live = await get(standIn, '/market-manager/games-by-filters', { gameState: 'Live' });
    expect(live.json).toMatchObject({ total: 6, perPage: 100, totalPages: 1 });
  });
});

describe('games and conditions by id', () => {
  test('games come in any state, and unknown ones are left out', async () => {
    const standIn = await start();
    const ids = ['11', '12', '18', '09', '01'].map((end) => `10060000000000900000${end}`);
    const { json } = await post(standIn, '/market-manager/games-by-ids', {
      gameIds: [...ids, '1006', '__proto__'],
    });
    expect(json.games.map((game) => game.state)).toEqual([
      'Finished',
      'Canceled',
      'Stopped',
      'Live',
      'Prematch',
    ]);
  });

  test('conditions come in any state, with their winners, and modern ones only if extended', async () => {
    const standIn = await start();
    const readConditions = async (extended: boolean, gameId: string) =>
      (await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: [gameId], extended })).json
        .conditions;
    expect(await readConditions(false, FIRST)).toHaveLength(39);
    const extended = await readConditions(true, FIRST);
    expect(extended.map(({ conditionId }) => conditionId[0])).toEqual([...Array(39).fill('3'), '5', '5']);
    expect(extended.slice(-2)).toMatchObject([
      { category: 'correct_score', title: 'Correct score' },
      { category: 'players', title: 'Anytime goalscorer' },
    ]);
    expect(await readConditions(false, CANDIDATES)).toHaveLength(0);
    const modern = await readConditions(true, CANDIDATES);
    expect(modern.map(({ conditionId }) => conditionId[0])).toEqual(['5', '6']);
    const ended = await readConditions(false, '1006000000000090000011');
    expect(ended.map((each) => each.wonOutcomeIds.length)).toContain(2);
  });

  test('the states of conditions show the winner only by their outcomes', async () => {
    const standIn = await start();
    standIn.control.resolve(FIRST_MAIN, ['29']);
    const { json } = await post(standIn, '/market-manager/condition-batch', {
      conditionIds: [FIRST_MAIN, 'x'],
    });
    expect(json.conditions).toHaveLength(1);
    expect(Object.keys(json.conditions[0] ?? {}).sort()).toEqual([
      'conditionId',
      'outcomes',
      'state',
      'title',
    ]);
    expect(json.conditions[0]).toMatchObject({ conditionId: FIRST_MAIN, state: 'Resolved' });
    expect(Object.keys(json.conditions[0]?.outcomes[0] ?? {}).sort()).toEqual([
      'id',
      'odds',
      'outcomeId',
      'state',
      'title',
    ]);
    expect(json.conditions[0]?.outcomes.map(({ state }) => state)).toEqual(['Won', 'Lost', 'Lost']);
    const full = await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: [FIRST] });
    expect(full.json.conditions[0]?.wonOutcomeIds).toEqual(['29']);
  });
});

describe('bad requests', () => {
  test.each([
    ['/market-manager/games-by-filters', { gameState: 'Finished' }],
    ['/market-manager/games-by-filters', {}],
    ['/market-manager/games-by-filters', { gameState: 'Live', environment: 'BaseWETH' }],
    ['/market-manager/games-by-filters', { gameState: 'Live', page: '0' }],
    ['/market-manager/games-by-filters', { gameState: 'Live', perPage: '1e9' }],
  ])('GET %s with %o is refused', async (path, query) => {
    const { status, json } = await get(await start(), path, query as Record<string, string>);
    expect(status).toBe(400);
    expect(json.message).toMatch(/\.$/);
  });

  test.each([
    ['/market-manager/games-by-ids', { gameIds: 'all' }],
    ['/market-manager/games-by-ids', { gameIds: [1] }],
    ['/market-manager/games-by-ids', { gameIds: Array.from({ length: 1_001 }, String) }],
    ['/market-manager/conditions-by-game-ids', { gameIds: [FIRST], environment: 'BaseWETH' }],
    ['/market-manager/condition-batch', {}],
  ])('POST %s with %o is refused', async (path, body) => {
    expect((await post(await start(), path, body)).status).toBe(400);
  });

  test('invalid JSON, large bodies, wrong methods and unknown paths are refused, and the next request is not', async () => {
    const standIn = await start();
    const path = `${standIn.apiUrl}${PUBLIC}/market-manager/games-by-ids`;
    const statuses = [
      (await fetch(path, { method: 'POST', body: '{"gameIds": [' })).status,
      (await fetch(path, { method: 'POST', body: 'null' })).status,
      (await fetch(path, { method: 'POST', body: 'x'.repeat(1_100_000) })).status,
      (await fetch(path)).status,
      (await fetch(`${standIn.apiUrl}${PUBLIC}/market-manager/other`)).status,
      (await fetch(standIn.apiUrl)).status,
      await rawPath(standIn, '//'),
    ];
    expect(statuses).toEqual([400, 400, 413, 405, 404, 404, 404]);
    expect((await get(standIn, '/market-manager/games-by-filters', { gameState: 'Live' })).status).toBe(200);
  });
});

/** A path that `fetch` would normalise. */
async function rawPath(standIn: ControlledStandIn, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(standIn.apiUrl);
  return await new Promise((resolve, reject) => {
    request({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

describe('the socket', () => {
  test('sends changes to subscribers, with numbers where REST answers have texts', async () => {
    const standIn = await start();
    const listener = await listen(standIn);
    await listener.say(
      subscribe('SubscribeConditions', { conditionIds: [FIRST_MAIN] }),
      subscribe('SubscribeGames', { gameIds: [FIRST] }),
    );
    // No first state.
    expect(listener.messages()).toEqual([]);
    standIn.control.setOdds(FIRST_MAIN, { '29': '1.9' });
    standIn.control.setGame(FIRST, { startsAt: 1_800_000_000 });
    standIn.control.setCondition('300610060000000000900000010000000000000005000001', 'Stopped');
    const [condition, game, ...more] = await listener.settled();
    expect(more).toEqual([]);
    expect(condition).toMatchObject({
      event: 'ConditionUpdated',
      data: { id: FIRST_MAIN, gameId: FIRST, state: 'Active', isPrematchEnabled: true },
    });
    expect(condition.data.outcomes[0]).toEqual({
      outcomeId: 29,
      title: null,
      currentOdds: '1.9',
      state: 'Active',
      turnover: '6371.714518707246',
    });
    expect(game).toEqual({
      event: 'GameUpdated',
      data: {
        id: FIRST,
        sportId: 33,
        country: 'England',
        league: 'Premier League',
        state: 'Prematch',
        startsAt: 1_800_000_000,
        participants: ['Northbridge United', 'Kingsport Athletic'],
        title: 'Northbridge United - Kingsport Athletic',
      },
    });
  });

  test('stops sending after an unsubscription', async () => {
    const standIn = await start();
    const listener = await listen(standIn);
    await listener.say(
      subscribe('SubscribeConditions', { conditionIds: [FIRST_MAIN] }),
      subscribe('SubscribeGames', { gameIds: [FIRST] }),
      subscribe('UnsubscribeConditions', { conditionIds: [FIRST_MAIN] }),
      subscribe('UnsubscribeGames', { gameIds: [FIRST] }),
    );
    standIn.control.setOdds(FIRST_MAIN, { '29': '1.9' });
    standIn.control.setGame(FIRST, { state: 'Live' });
    expect(await listener.settled()).toEqual([]);
  });

  test('shows that a condition is resolved, but the condition has no winner', async () => {
    const standIn = await start();
    standIn.control.speak(FIRST_MAIN, 'condition');
    const listener = await listen(standIn);
    await listener.say(subscribe('SubscribeConditions', { conditionIds: [FIRST_MAIN] }));
    standIn.control.resolve(FIRST_MAIN, ['29']);
    const [message] = await listener.settled();
    expect(message.data.state).toBe('Resolved');
    expect(JSON.stringify(message)).not.toMatch(/won/i);
  });

  test('pushes timed events when they are due', async () => {
    const standIn = await start();
    const listener = await listen(standIn);
    await listener.say(subscribe('SubscribeConditions', { conditionIds: [FIRST_MAIN] }));
    const pushed = once(listener.socket, 'message');
    standIn.setClock(BEGAN + 5_000);
    await pushed;
    expect(
      listener.messages()[0].data.outcomes.map((each: { currentOdds: string }) => each.currentOdds),
    ).toEqual(['1.7', '3.9', '4.6']);
  });

  test('ignores invalid messages and other environments', async () => {
    const standIn = await start();
    const listener = await listen(standIn);
    await listener.say(
      'nonsense',
      '[]',
      'null',
      { event: 'SubscribeConditions' },
      { event: 'SubscribeConditions', data: { conditionIds: [FIRST_MAIN], environment: 'BaseWETH' } },
      subscribe('SubscribeConditions', { conditionIds: FIRST_MAIN }),
      subscribe('SubscribeConditions', { conditionIds: [1, null, {}] }),
      subscribe('Hello', { conditionIds: [FIRST_MAIN] }),
    );
    standIn.control.setOdds(FIRST_MAIN, { '29': '1.9' });
    expect(await listener.settled()).toEqual([]);
  });

  test('can be dropped, closed to new connections, and made to send anything', async () => {
    const standIn = await start();
    const first = await listen(standIn);
    await control(standIn, 'socket', { action: 'send', text: '"anything"' });
    expect(await first.settled()).toEqual(['anything']);
    const closed = once(first.socket, 'close');
    await control(standIn, 'socket', { action: 'refuse' });
    await control(standIn, 'socket', { action: 'drop' });
    await closed;
    await expect(listen(standIn)).rejects.toThrow('404');
    await control(standIn, 'socket', { action: 'accept' });
    await listen(standIn);
  });
});

describe('the socket of scores', () => {
  const SCORES = '/statistics/games';

  test('sends lists of games to subscribers until they unsubscribe, and ignores anything else', async () => {
    const standIn = await start();
    const [id, other] = [standIn.control.addLiveGame(), standIn.control.addLiveGame()];
    const listener = await listen(standIn, SCORES);
    await listener.say('{', null, [], { action: 'subscribe' }, { action: 'subscribe', gameIds: 'all' });
    await listener.say(subscribe('SubscribeGames', { gameIds: [other] }));
    await listener.say({ action: 'subscribe', gameIds: [id, 7] });
    standIn.control.setScore(other, [1, 0], "3'");
    standIn.control.setScore(id, [1, 0], "3'");
    const [message, ...more] = await listener.settled();
    expect(more).toEqual([]);
    expect(message).toEqual([
      {
        id,
        fixture: { status: 'Not started yet' },
        live: { scoreBoard: expect.objectContaining({ time: "3'", goals: { h: 1, g: 0 } }), stats: null },
      },
    ]);
    await listener.say({ action: 'unsubscribe', gameIds: [id] });
    standIn.control.setScore(id, [2, 0], "4'");
    expect(await listener.settled()).toHaveLength(1);
    // A listener of scores is none of the feed.
    expect(standIn.socket.connections).toBe(0);
  });

  test('sends games that are played fast, until they end', async () => {
    const standIn = await start({ rolling: true });
    const live = await get(standIn, '/market-manager/games-by-filters', { gameState: 'Live' });
    const ids = live.json.games.map(({ gameId }) => gameId).filter((gameId) => !FIXTURE_IDS.has(gameId));
    expect(ids.length).toBeGreaterThanOrEqual(2);
    const { conditions } = (await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: ids }))
      .json;
    const [scores, feed] = [await listen(standIn, SCORES), await listen(standIn)];
    await scores.say({ action: 'subscribe', gameIds: ids });
    await feed.say(
      subscribe('SubscribeConditions', { conditionIds: conditions.map(({ conditionId }) => conditionId) }),
      subscribe('SubscribeGames', { gameIds: ids }),
    );
    for (let second = 4; second <= 600; second += 4) {
      standIn.setClock(BEGAN + second * 1_000);
      // Any request plays what is due.
      await get(standIn, '/market-manager/games-by-filters', { gameState: 'Live' });
    }
    const sent: { id: string; fixture: { status: string } }[] = (await scores.settled()).flat();
    const statusesOf = (id: string) => sent.flatMap((each) => (each.id === id ? each.fixture.status : []));
    for (const id of ids) expect(statusesOf(id).at(-1)).toMatch(/^(Finished|Suspended)$/);
    // The oldest game may end before its score is sent for the first time.
    const seenInPlay = ids.filter((id) => statusesOf(id).includes('In progress'));
    expect(seenInPlay.length).toBeGreaterThanOrEqual(ids.length - 1);
    const events = await feed.settled();
    expect(events.some(({ event, data }) => event === 'ConditionUpdated' && data.isLiveEnabled)).toBe(true);
    const ended = events.filter(({ event, data }) => event === 'GameUpdated' && data.state !== 'Live');
    expect(new Set(ended.map(({ data }) => data.gameId ?? data.id))).toEqual(new Set(ids));
  });
});

describe('the controls', () => {
  test('change the answers, and reset undoes it', async () => {
    const standIn = await start();
    const readFirst = async () => ({
      game: (await post(standIn, '/market-manager/games-by-ids', { gameIds: [FIRST] })).json.games[0],
      main: (await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: [FIRST] })).json
        .conditions[0],
    });
    const before = await readFirst();
    await control(standIn, 'odds', { conditionId: FIRST_MAIN, odds: { '29': '1.5', '30': '4' } });
    await control(standIn, 'condition', { conditionId: FIRST_MAIN, state: 'Stopped' });
    await control(standIn, 'game', { gameId: FIRST, state: 'Live', startsAt: 1_800_000_000 });
    const changed = await readFirst();
    expect(changed.main).toMatchObject({ state: 'Stopped', outcomes: [{ odds: '1.5' }, { odds: '4' }, {}] });
    expect(changed.game).toMatchObject({ state: 'Live', startsAt: '1800000000' });
    await control(standIn, 'resolve', { conditionId: FIRST_MAIN, wonOutcomeIds: ['30'] });
    expect((await readFirst()).main).toMatchObject({ state: 'Resolved', wonOutcomeIds: ['30'] });
    await control(standIn, 'reset');
    expect(await readFirst()).toEqual(before);
  });

  test('begin, end, cancel, decide, correct and remove', async () => {
    const standIn = await start();
    const gameNow = async () =>
      (await post(standIn, '/market-manager/games-by-ids', { gameIds: [FIRST] })).json.games[0];
    const conditionsNow = async () =>
      (await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: [FIRST] })).json.conditions;
    await control(standIn, 'start', { gameId: FIRST, secondsAgo: 90 });
    expect(await gameNow()).toMatchObject({ state: 'Live', startsAt: String(BEGAN / 1_000 - 90) });
    await control(standIn, 'finish', { gameId: FIRST });
    expect(await gameNow()).toMatchObject({ state: 'Finished' });
    expect((await conditionsNow())[0]).toMatchObject({ state: 'Stopped', wonOutcomeIds: [] });
    for (const wonOutcomeIds of [['29'], ['31'], ['29', '30'], ['999'], []]) {
      await control(standIn, 'resolve', { conditionId: FIRST_MAIN, wonOutcomeIds });
      expect((await conditionsNow())[0]).toMatchObject({ state: 'Resolved', wonOutcomeIds });
    }
    await control(standIn, 'remove', { conditionId: FIRST_MAIN });
    expect((await conditionsNow())[0]).toMatchObject({ state: 'Removed' });
    await control(standIn, 'cancel', { gameId: FIRST });
    expect(await gameNow()).toMatchObject({ state: 'Canceled' });
    expect((await conditionsNow()).map(({ state }) => state)).toEqual(
      (await conditionsNow()).map(() => 'Canceled'),
    );
  });

  test('put the state of a condition on itself, on its outcomes, on both or in contradiction', async () => {
    const standIn = await start();
    const said = async (speaker: string, change: (standIn: ControlledStandIn) => unknown) => {
      await control(standIn, 'reset');
      await control(standIn, 'speak', { conditionId: FIRST_MAIN, speaker });
      change(standIn);
      const { json } = await post(standIn, '/market-manager/conditions-by-game-ids', { gameIds: [FIRST] });
      const [condition] = json.conditions;
      return [condition?.state, condition?.wonOutcomeIds, condition?.outcomes.map(({ state }) => state)];
    };
    const resolve = (each: ControlledStandIn) => each.control.resolve(FIRST_MAIN, ['30']);
    const cancel = (each: ControlledStandIn) => each.control.setCondition(FIRST_MAIN, 'Canceled');
    const go = () => undefined;
    const none = [undefined, undefined, undefined];
    const all = (state: string) => [state, state, state];
    expect(await said('both', resolve)).toEqual(['Resolved', ['30'], ['Lost', 'Won', 'Lost']]);
    expect(await said('both', cancel)).toEqual(['Canceled', [], all('Canceled')]);
    expect(await said('both', go)).toEqual(['Active', [], all('Active')]);
    expect(await said('condition', resolve)).toEqual(['Resolved', ['30'], none]);
    expect(await said('condition', cancel)).toEqual(['Canceled', [], none]);
    expect(await said('outcomes', resolve)).toEqual(['Stopped', undefined, ['Lost', 'Won', 'Lost']]);
    expect(await said('outcomes', cancel)).toEqual(['Stopped', undefined, all('Canceled')]);
    expect(await said('outcomes', go)).toEqual(['Active', undefined, all('Active')]);
    expect(await said('contradiction', resolve)).toEqual(['Resolved', ['30'], ['Won', 'Lost', 'Lost']]);
    expect(await said('contradiction', cancel)).toEqual(['Canceled', [], ['Won', 'Lost', 'Lost']]);
    expect(await said('contradiction', go)).toEqual(['Active', [], all('Active')]);
  });

  test('decide single outcomes while their condition goes on, and each by itself at the end', async () => {
    const standIn = await start();
    const onPlayers = async () => {
      const body = { gameIds: [FIRST], extended: true };
      const { json } = await post(standIn, '/market-manager/conditions-by-game-ids', body);
      const [condition] = json.conditions.filter(({ category }) => category === 'players');
      if (condition === undefined) throw new Error('expected players');
      return condition;
    };
    const { conditionId, outcomes } = await onPlayers();
    const ids = outcomes.map(({ outcomeId }) => outcomeId);
    const [first = '', second = '', third = ''] = ids;
    const saidOf = async () => (await onPlayers()).outcomes.slice(0, 4).map(({ state }) => state);
    const listener = await listen(standIn);
    await listener.say(subscribe('SubscribeConditions', { conditionIds: [conditionId] }));
    await control(standIn, 'outcomes', { conditionId, states: { [first]: 'Won' } });
    await control(standIn, 'outcomes', { conditionId, states: { [second]: 'Stopped' } });
    expect(await onPlayers()).toMatchObject({
      state: 'Active',
      wonOutcomeIds: [],
      outcomes: [
        { state: 'Won', odds: '1' },
        { state: 'Stopped', odds: outcomes[1]?.odds },
        { state: 'Active', odds: outcomes[2]?.odds },
        ...Array(5).fill({ state: 'Active' }),
      ],
    });
    const [message] = await listener.settled();
    expect(message.data.state).toBe('Active');
    expect(message.data.outcomes[0]).toMatchObject({ state: 'Won', currentOdds: '1' });
    await control(standIn, 'resolve', {
      conditionId,
      wonOutcomeIds: [second],
      canceledOutcomeIds: [third],
    });
    expect(await onPlayers()).toMatchObject({ state: 'Resolved', wonOutcomeIds: [second] });
    expect(await saidOf()).toEqual(['Lost', 'Won', 'Canceled', 'Lost']);
    // A correction replaces all of it.
    await control(standIn, 'resolve', { conditionId, wonOutcomeIds: [] });
    expect(await saidOf()).toEqual(['Lost', 'Lost', 'Lost', 'Lost']);
    await control(standIn, 'cancel', { gameId: FIRST });
    expect(await saidOf()).toEqual(['Canceled', 'Canceled', 'Canceled', 'Canceled']);
  });

  test('add games by the hundred', async () => {
    const standIn = await start();
    const { json } = await control(standIn, 'games', { count: 300 });
    expect(new Set(json.gameIds).size).toBe(300);
    const list = await get(standIn, '/market-manager/games-by-filters', { gameState: 'Prematch' });
    expect(list.json).toMatchObject({ total: 330, totalPages: 4 });
  });

  test('add a live game and set its score', async () => {
    const standIn = await start();
    const startsAt = BEGAN / 1_000 + 60;
    const { gameId } = (await control(standIn, 'live-game', { startsAt })).json;
    const answer = await post(standIn, '/market-manager/games-by-ids', { gameIds: [gameId] });
    expect(answer.json.games).toMatchObject([{ gameId, state: 'Prematch', startsAt: String(startsAt) }]);
    expect(await control(standIn, 'score', { gameId, score: [1, 0], clock: "9'" })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['score', { gameId: FIRST, score: [1, 0], clock: "9'" }, 404],
    ['score', { gameId: FIRST, score: [1], clock: "9'" }, 400],
    ['live-game', { startsAt: 'now' }, 400],
    ['odds', { conditionId: 'x', odds: {} }, 404],
    ['game', { gameId: 'x' }, 404],
    ['start', { gameId: 'x' }, 404],
    ['start', { gameId: FIRST, secondsAgo: -1 }, 400],
    ['finish', { gameId: 'x' }, 404],
    ['cancel', { gameId: 'x' }, 404],
    ['remove', { conditionId: 'x' }, 404],
    ['speak', { conditionId: 'x', speaker: 'both' }, 404],
    ['speak', { conditionId: FIRST_MAIN, speaker: 'nobody' }, 400],
    ['odds', { conditionId: FIRST_MAIN, odds: { '29': 1.5 } }, 400],
    ['condition', { conditionId: FIRST_MAIN, state: 'Open' }, 400],
    ['outcomes', { conditionId: 'x', states: {} }, 404],
    ['outcomes', { conditionId: FIRST_MAIN, states: { '29': 'Scored' } }, 400],
    ['resolve', { conditionId: FIRST_MAIN, wonOutcomeIds: [], canceledOutcomeIds: '29' }, 400],
    ['fail', { mode: 'explode' }, 400],
    ['games', { count: 1e9 }, 400],
    ['reset', { beganAt: 'yesterday' }, 400],
    ['raw', { path: '/x', body: {} }, 400],
    ['destroy', {}, 404],
    ['socket', null, 400],
  ])('%s with %o is refused', async (name, body, status) => {
    const standIn = await start();
    const answer = await control(standIn, name, body);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toBeTruthy();
  });

  test('are closed to others unless opened', async () => {
    const standIn = await start({ control: false });
    expect((await control(standIn, 'fail', { mode: '500' })).status).toBe(404);
    standIn.control.fail({ mode: '500' });
    expect((await get(standIn, '/market-manager/games-by-filters', { gameState: 'Live' })).status).toBe(500);
  });
});

describe('failing on purpose', () => {
  const list = (standIn: ControlledStandIn, signal: AbortSignal | null = null) =>
    fetch(
      `${standIn.apiUrl}${PUBLIC}/market-manager/games-by-filters?environment=PolygonUSDT&gameState=Live`,
      { signal },
    );
  /** For failures in which no answer, or no quick answer, should come. */
  const impatient = (): AbortSignal | null => AbortSignal.timeout(1_000);

  test.each([
    ['500', async (answer: Promise<Response>) => expect((await answer).status).toBe(500)],
    ['hang', (answer: Promise<Response>) => expect(answer).rejects.toThrow('timeout'), impatient],
    [
      'bad-json',
      async (answer: Promise<Response>) => expect((await answer).json()).rejects.toThrow(SyntaxError),
    ],
    ['html', async (answer: Promise<Response>) => expect(await (await answer).text()).toContain('<html>')],
    ['cut', async (answer: Promise<Response>) => expect((await answer).text()).rejects.toThrow('terminated')],
    ['drop', (answer: Promise<Response>) => expect(answer).rejects.toThrow('fetch failed')],
    ['slow', (answer: Promise<Response>) => expect(answer).rejects.toThrow('timeout'), impatient],
  ] as const)('%s, for the given number of answers', async (mode, see, patience = () => null) => {
    const standIn = await start();
    await control(standIn, 'fail', { mode, count: 2, paths: ['/games-by-filters'] });
    expect((await post(standIn, '/market-manager/games-by-ids', { gameIds: [] })).status).toBe(200);
    await see(list(standIn, patience()));
    await see(list(standIn, patience()));
    expect((await list(standIn)).status).toBe(200);
  });

  test('continues until it is turned off', async () => {
    const standIn = await start();
    await control(standIn, 'fail', { mode: '500' });
    for (let i = 0; i < 5; i++) expect((await list(standIn)).status).toBe(500);
    await control(standIn, 'fail', { mode: 'off' });
    expect((await list(standIn)).status).toBe(200);
  });

  test('answers a path with any body, even one too large for memory', async () => {
    const standIn = await start();
    await control(standIn, 'raw', { path: '/games-by-filters?gameState=Live', body: 'NaN', count: 1 });
    expect(
      (await get(standIn, '/market-manager/games-by-filters', { gameState: 'Prematch' })).json.total,
    ).toBe(30);
    expect(await (await list(standIn)).text()).toBe('NaN');
    expect((await list(standIn)).status).toBe(200);
    const body = { head: '[1', unit: ',1', times: 1_000_000, tail: ']' };
    await control(standIn, 'raw', { path: '/games-by-filters', body, count: 2 });
    expect(await (await list(standIn)).json()).toHaveLength(1_000_001);
    // A caller that disconnects isn't waited for.
    const endless = { ...body, times: 1_000_000_000 };
    await control(standIn, 'raw', { path: '/games-by-filters', body: endless, count: 1 });
    await (await list(standIn)).body?.cancel();
    expect((await list(standIn)).status).toBe(200);
  });
});

test('it listens only on this machine and records its requests', async () => {
  const standIn = await start();
  expect(standIn.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await post(standIn, '/market-manager/games-by-ids', { gameIds: [] });
  expect((await control(standIn, 'status')).json).toEqual({
    requests: { '/market-manager/games-by-ids': 1 },
    connections: 0,
    season: 0,
    beganAt: new Date(BEGAN).toISOString(),
  });
});

test('it does not start in production', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(start()).rejects.toThrow('not for production');
  } finally {
    process.env.NODE_ENV = before;
  }
});
