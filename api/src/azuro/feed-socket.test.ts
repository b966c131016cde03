import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ConditionUpdate, FeedListener, GameUpdate, ScoreUpdate } from './azuro-feed.ts';
import { createDropLog } from './drop-log.ts';
import { openFeedSocket } from './feed-socket.ts';
import { openScoreSocket } from './score-socket.ts';
import type { SocketLimits } from './steady-socket.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const QUICK: Partial<SocketLimits> = { reconnectMs: 5, longestReconnectMs: 20, gatherMs: 30 };

const undo: (() => unknown)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const each of undo.splice(0).reverse()) each();
});

/** The feed's side: records what it receives, and sends what a test sets. */
async function aServer({ autoPong = true }: { autoPong?: boolean } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong });
  await once(server, 'listening');
  const messages: unknown[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  });
  const close = () => {
    for (const socket of sockets) socket.terminate();
    server.close();
  };
  undo.push(close);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    port: address.port,
    messages,
    sockets,
    close,
    say: (message: unknown) =>
      sockets.at(-1)?.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}

/** @param port a function is called before every opening */
function aFollower(port: number | (() => number), limits: Partial<SocketLimits> = {}) {
  const received = { conditions: [] as ConditionUpdate[], games: [] as GameUpdate[], openings: 0 };
  const listener: FeedListener = {
    onCondition: (update) => received.conditions.push(update),
    onGame: (update) => received.games.push(update),
    onOpen: () => {
      received.openings += 1;
    },
  };
  const drops = createDropLog(() => NOW);
  const subscription = openFeedSocket(listener, {
    url: () => `ws://127.0.0.1:${typeof port === 'number' ? port : port()}/v1/streams/feed`,
    environment: 'PolygonUSDT',
    drops,
    now: () => NOW,
    ...QUICK,
    ...limits,
  });
  undo.push(() => subscription.close());
  return { received, drops, subscription };
}

/** Waits without advancing a fake clock, unlike a poll. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

const asks = (event: string, ids: string[]) => ({
  event,
  data: { [event.endsWith('Games') ? 'gameIds' : 'conditionIds']: ids, environment: 'PolygonUSDT' },
});
const condition = (id: string, odds: Record<string, unknown>, state = 'Active') => ({
  event: 'ConditionUpdated',
  data: {
    id,
    state,
    outcomes: Object.entries(odds).map(([outcomeId, currentOdds]) => ({
      outcomeId: Number(outcomeId),
      currentOdds,
    })),
  },
});
const game = (id: string, startsAt: unknown = NOW.getTime() / 1000) => ({
  event: 'GameUpdated',
  data: { id, state: 'Live', startsAt, participants: ['A', 'B'], sportId: 33 },
});

describe('what is followed', () => {
  test('is subscribed at the opening, then only the difference', async () => {
    const server = await aServer();
    const { subscription, received } = aFollower(server.port);
    subscription.follow({ conditionIds: ['1', '2'], gameIds: ['9'] });
    await expect.poll(() => server.messages).toHaveLength(2);
    expect(server.messages).toEqual([asks('SubscribeConditions', ['1', '2']), asks('SubscribeGames', ['9'])]);
    expect([subscription.isOpen, received.openings]).toEqual([true, 1]);

    subscription.follow({ conditionIds: ['2', '3'], gameIds: ['9'] });
    subscription.follow({ conditionIds: ['3', '2'], gameIds: ['9'] });
    subscription.follow({ conditionIds: ['3', '2'], gameIds: [] });
    await expect.poll(() => server.messages).toHaveLength(5);
    expect(server.messages.slice(2)).toEqual([
      asks('UnsubscribeConditions', ['1']),
      asks('SubscribeConditions', ['3']),
      asks('UnsubscribeGames', ['9']),
    ]);
  });

  test('is subscribed in messages of a hundred ids', async () => {
    const server = await aServer();
    const { subscription } = aFollower(server.port);
    subscription.follow({ conditionIds: Array.from({ length: 250 }, (_, k) => String(k)), gameIds: [] });
    await expect.poll(() => server.messages).toHaveLength(3);
  });

  test('is subscribed again after the connection was lost, and the listener is called', async () => {
    const server = await aServer();
    const { subscription, received } = aFollower(server.port);
    subscription.follow({ conditionIds: ['1'], gameIds: [] });
    await expect.poll(() => server.messages).toHaveLength(1);
    server.sockets[0]?.terminate();
    await expect.poll(() => server.messages).toHaveLength(2);
    expect(server.messages[1]).toEqual(asks('SubscribeConditions', ['1']));
    expect(received.openings).toBe(2);
    server.say(condition('1', { 29: '1.5' }));
    await expect.poll(() => received.conditions).toHaveLength(1);
  });

  test('is subscribed as soon as a server that was down is back', async () => {
    const server = await aServer();
    server.close();
    // Another port, because another process may have taken the first one.
    let { port } = server;
    let tries = 0;
    const { subscription, received } = aFollower(() => {
      tries += 1;
      return port;
    });
    subscription.follow({ conditionIds: ['1'], gameIds: [] });
    await expect.poll(() => tries).toBeGreaterThan(2);
    expect([subscription.isOpen, received.openings]).toEqual([false, 0]);
    const back = await aServer();
    port = back.port;
    await expect.poll(() => back.messages).toEqual([asks('SubscribeConditions', ['1'])]);
  });
});

describe('what the listener gets', () => {
  async function following(conditionIds: string[], gameIds: string[] = []) {
    const server = await aServer();
    const follower = aFollower(server.port);
    follower.subscription.follow({ conditionIds, gameIds });
    await expect.poll(() => server.messages.length).toBeGreaterThan(0);
    return { server, ...follower };
  }

  test('numbers become ids, odds and times', async () => {
    const { server, received } = await following(['1'], ['9']);
    server.say(condition('1', { 29: '1.819', 30: '1' }));
    server.say(game('9'));
    await expect.poll(() => [received.conditions.length, received.games.length]).toEqual([1, 1]);
    expect(received.conditions).toEqual([
      {
        id: '1',
        state: 'Active',
        outcomes: [
          { id: '29', odds: 1_810_000n },
          { id: '30', odds: null },
        ],
      },
    ]);
    expect(received.games).toEqual([
      { id: '9', state: 'Live', startsAt: NOW, raw: expect.objectContaining({ sportId: 33 }) },
    ]);
  });

  test('a burst arrives as one, with the latest of each outcome and the latest state', async () => {
    const { server, received } = await following(['1', '2']);
    server.say(condition('1', { 29: '1.5', 30: '2.5' }));
    server.say(condition('2', { 29: '3' }));
    server.say(condition('1', { 29: '1.6' }));
    server.say(condition('1', {}, 'Stopped'));
    await expect.poll(() => received.conditions).toHaveLength(2);
    expect(received.conditions).toContainEqual({
      id: '1',
      state: 'Stopped',
      outcomes: [
        { id: '29', odds: 1_600_000n },
        { id: '30', odds: 2_500_000n },
      ],
    });
  });

  test('ids that are not followed and unused events are dropped without a note', async () => {
    const { server, received, drops } = await following(['1']);
    server.say(condition('7', { 29: '1.5' }));
    server.say(game('7'));
    server.say({ event: 'SomethingNew', data: null });
    server.say(condition('1', { 29: '1.5' }));
    await expect.poll(() => received.conditions).toHaveLength(1);
    expect([received.games.length, drops.total]).toEqual([0, 0]);
  });

  test('rubbish is noted and dropped, and does not end the connection', async () => {
    const { server, received, drops } = await following(['1'], ['9']);
    const rubbish = [
      '<html>',
      'null',
      '[]',
      '{"event":"ConditionUpdated"}',
      condition('1', { 29: '-1.5' }),
      condition('1', { 29: 1e9 }),
      condition('1', { 29: '1.5' }, 'Open'),
      condition('1; drop table', { 29: '1.5' }),
      { event: 'ConditionUpdated', data: { id: '1', state: 'Active', outcomes: new Array(1000).fill(1) } },
      game('9', 0),
      game('9', 'soon'),
    ];
    for (const each of rubbish) server.say(each);
    server.sockets[0]?.send(Buffer.from([0, 1, 2]));
    server.say(condition('1', { 29: '1.5' }));
    await expect.poll(() => received.conditions).toHaveLength(1);
    expect([received.games.length, drops.total]).toEqual([0, rubbish.length + 1]);
  });

  test('a message of two million bytes ends the connection, and the next one works', async () => {
    const { server, received } = await following(['1']);
    server.say('x'.repeat(2e6));
    await expect.poll(() => received.openings).toBe(2);
    server.say(condition('1', { 29: '1.5' }));
    await expect.poll(() => received.conditions).toHaveLength(1);
  });
});

test('a connection whose other side has vanished is closed', async () => {
  const server = await aServer({ autoPong: false });
  const { received } = aFollower(server.port, { pingMs: 30 });
  await expect.poll(() => received.openings).toBeGreaterThan(1);
});

test('a quiet connection that answers pings is kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = await aServer();
  const { received } = aFollower(server.port, { pingMs: 20 });
  await until(() => received.openings === 1);
  const [socket] = server.sockets as [WebSocket];
  for (let pings = 0; pings < 5; pings++) {
    const asked = once(socket, 'ping');
    vi.advanceTimersByTime(20);
    await asked;
    // The answer shows that everything before it was handled.
    const answered = once(socket, 'pong');
    socket.ping();
    await answered;
  }
  expect(received.openings).toBe(1);
  expect(server.sockets).toHaveLength(1);
});

test('after closing, the listener gets nothing and the socket stays closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = await aServer();
  let tries = 0;
  const { subscription, received, drops } = aFollower(() => {
    tries += 1;
    return server.port;
  });
  subscription.follow({ conditionIds: ['1'], gameIds: [] });
  await until(() => server.messages.length === 1);
  server.say(condition('1', { 29: '1.5' }));
  server.say('<html>');
  // By now the condition has arrived, too, and waits.
  await until(() => drops.total === 1);
  const gone = once(server.sockets[0] as WebSocket, 'close');
  subscription.close();
  await gone;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(received.conditions).toEqual([]);
  expect([subscription.isOpen, tries]).toEqual([false, 1]);
});

describe('scores', () => {
  function aScoreFollower(port: number, limits: Partial<SocketLimits> = {}) {
    const received = { scores: [] as ScoreUpdate[], openings: 0 };
    const drops = createDropLog(() => NOW);
    const subscription = openScoreSocket(
      {
        onScore: (update) => received.scores.push(update),
        onOpen: () => {
          received.openings += 1;
        },
      },
      { url: () => `ws://127.0.0.1:${port}/v1/streams/statistics/games`, drops, ...QUICK, ...limits },
    );
    undo.push(() => subscription.close());
    return { received, drops, subscription };
  }

  async function followingScores(gameIds: string[]) {
    const server = await aServer();
    const follower = aScoreFollower(server.port);
    follower.subscription.follow(gameIds);
    await expect.poll(() => server.messages).toEqual([{ action: 'subscribe', gameIds }]);
    return { server, ...follower };
  }

  const score = (id: string, h: number, g: number) => ({
    id,
    fixture: { status: 'In progress' },
    live: { scoreBoard: { time: '63', goals: { h, g }, state: '2nd half' }, stats: null },
  });

  test('of followed games are subscribed at the opening, then the difference, and again after a loss', async () => {
    const { server, subscription, received } = await followingScores(['1', '2']);
    subscription.follow(['2', '3']);
    subscription.follow(['3', '2']);
    await expect.poll(() => server.messages).toHaveLength(3);
    expect(server.messages.slice(1)).toEqual([
      { action: 'unsubscribe', gameIds: ['1'] },
      { action: 'subscribe', gameIds: ['3'] },
    ]);
    server.sockets[0]?.terminate();
    await expect.poll(() => server.messages).toHaveLength(4);
    expect(server.messages[3]).toEqual({ action: 'subscribe', gameIds: ['3', '2'] });
    expect(received.openings).toBe(2);
  });

  test('arrive parsed, a burst as the latest that says if the score changed, and without games that are not followed', async () => {
    const { server, received, drops } = await followingScores(['1', '2']);
    server.say([score('1', 0, 0), score('7', 5, 5), { id: '2', fixture: null, live: null }]);
    server.say([score('1', 1, 0)]);
    server.say([score('2', 3, 2)]);
    await expect.poll(() => received.scores).toHaveLength(2);
    expect(received.scores).toEqual([
      { id: '1', score: [1, 0], clock: "63'", period: '2nd half', isRunning: true, isChanged: true },
      { id: '2', score: [3, 2], clock: "63'", period: '2nd half', isRunning: true },
    ]);
    expect(drops.total).toBe(0);
  });

  test('that are rubbish are noted one by one and dropped', async () => {
    const { server, received, drops } = await followingScores(['1', '2']);
    server.say('<html>');
    server.say({ event: 'GameUpdated' });
    server.say([null, {}, score('1', -7, 0), score('2', 1, 1)]);
    await expect.poll(() => received.scores).toHaveLength(1);
    expect([received.scores[0]?.id, drops.total]).toEqual(['2', 5]);
  });
});
