import { type ControlledStandIn, startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openAzuroClient } from '../azuro-client.ts';
import type { AzuroFeed, ConditionUpdate, GameUpdate } from '../azuro-feed.ts';
import { createDropLog, type DropLog } from '../drop-log.ts';
import { openAzuroFeed } from '../open-azuro-feed.ts';
import { FIXTURE } from './fixture.ts';

const FIRST = '1006000000000090000001';
const FIRST_MAIN = '300610060000000000900000010000000000000005000000';

let standIn: ControlledStandIn;
let feed: AzuroFeed;
let drops: DropLog;
beforeAll(async () => {
  // Its timed events come within the next hour, and no others.
  const season = { number: 0, beganAt: new Date(Date.now() + 3_600_000) };
  standIn = await startControlledStandIn({ season, control: false });
  drops = createDropLog(() => new Date());
  feed = openAzuroFeed({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl, drops });
});
afterAll(async () => {
  feed.close();
  await standIn.close();
});

test('every game and condition passes our client and parsers without a drop', async () => {
  const listed = await feed.listGames();
  expect(listed.map((game) => game.state).sort()).toEqual([
    ...Array.from({ length: 6 }, () => 'Live'),
    ...Array.from({ length: 30 }, () => 'Prematch'),
  ]);
  const ids = FIXTURE.games.map((game) => game.gameId);
  expect((await feed.gamesByIds(ids)).map((game) => game.id)).toEqual(ids);
  const conditions = await feed.conditionsByGameIds(ids);
  expect(conditions.length).toBeGreaterThan(5 * FIXTURE.conditions.length);
  const states = await feed.conditionStates(conditions.map((condition) => condition.id));
  expect(states.length).toBe(conditions.length);
  expect(drops.total).toBe(0);
});

describe("Azuro's own toolkit", async () => {
  const toolkit = await import('@azuro-org/toolkit');
  const CHAIN = 137;
  const azuro = toolkit.getApiEndpoint(CHAIN);
  const gameIds = FIXTURE.games.map((game) => game.gameId);
  const conditionIds = FIXTURE.conditions.map((condition) => condition.conditionId).slice(0, 100);

  afterEach(() => vi.unstubAllGlobals());

  /** Redirects its calls to the stand-in. @returns the requests that it made to Azuro's host */
  function divert() {
    const asked: unknown[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      asked.push(callOf(address, init));
      return fetch(address.replace(azuro, `${standIn.apiUrl}/api/v1/public`), init);
    });
    return asked;
  }

  const callOf = (address: string, { method = 'GET', body }: RequestInit = {}) => ({
    address,
    method,
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
  });

  /** The four calls of Azuro's library, on the same games as below. */
  const askByToolkit = async () => ({
    page: await toolkit.getGamesByFilters({
      chainId: CHAIN,
      state: toolkit.GameState.Live,
      perPage: 50,
      page: 1,
    }),
    games: await toolkit.getGamesByIds({ chainId: CHAIN, gameIds }),
    conditions: await toolkit.getConditionsByGameIds({ chainId: CHAIN, gameIds, extended: true }),
    states: await toolkit.getConditionsState({ chainId: CHAIN, conditionIds }),
  });

  test('makes the same requests to the same host as our client', async () => {
    const byToolkit = divert();
    await askByToolkit();
    const byClient: unknown[] = [];
    const client = openAzuroClient({
      host: null,
      async fetch(address, init) {
        byClient.push(callOf(String(address), init));
        return new Response('{"games":[],"conditions":[]}');
      },
    });
    await client.gamesByFilters({ gameState: 'Live', perPage: 50, page: 1 });
    await client.gamesByIds(gameIds);
    await client.conditionsByGameIds(gameIds);
    await client.conditionBatch(conditionIds);
    expect(byClient).toEqual(byToolkit);
    expect(byClient).toHaveLength(4);
  });

  test("reads the same in the stand-in's answers as our client", async () => {
    divert();
    const read = await askByToolkit();
    const client = openAzuroClient({ host: standIn.apiUrl });
    const { games, totalPages } = await client.gamesByFilters({ gameState: 'Live', perPage: 50, page: 1 });
    expect({ games, totalPages }).toEqual({ games: read.page.games, totalPages: read.page.totalPages });
    expect(games).toHaveLength(6);
    expect(await client.gamesByIds(gameIds)).toEqual(read.games);
    expect(await client.conditionsByGameIds(gameIds)).toEqual(read.conditions);
    expect(await client.conditionBatch(conditionIds)).toEqual(read.states);
    expect(read.conditions.length).toBeGreaterThan(5 * FIXTURE.conditions.length);
    expect(read.states).toHaveLength(100);
  });

  test('follows the same socket as we do', () => {
    expect(toolkit.getSocketEndpoint(CHAIN)).toBe('wss://streams.onchainfeed.org/v1/streams');
  });
});

test('a change reaches its subscribers over the socket', async () => {
  const conditions: ConditionUpdate[] = [];
  const games: GameUpdate[] = [];
  const subscription = feed.subscribe({
    onCondition: (update) => conditions.push(update),
    onGame: (update) => games.push(update),
    onOpen: () => undefined,
  });
  subscription.follow({ conditionIds: [FIRST_MAIN], gameIds: [FIRST] });
  // Changes before it has opened and subscribed are missed.
  await expect
    .poll(() => {
      standIn.control.setCondition(FIRST_MAIN, 'Stopped');
      return conditions.length;
    })
    .toBeGreaterThan(0);
  expect(conditions[0]).toMatchObject({ id: FIRST_MAIN, state: 'Stopped' });
  standIn.control.setGame(FIRST, { state: 'Canceled' });
  await expect.poll(() => games.length).toBe(1);
  expect(games[0]).toMatchObject({ id: FIRST, state: 'Canceled' });
  subscription.close();
});

test('elements that were not requested, such as those of another environment, are dropped and noted', async () => {
  const before = drops.total;
  const body = JSON.stringify({
    games: FIXTURE.games.slice(0, 2).map((game) => ({ ...game, startsAt: later() })),
  });
  standIn.control.answerRaw({ path: '/games-by-ids', body, count: 1 });
  expect((await feed.gamesByIds([FIRST])).map((game) => game.id)).toEqual([FIRST]);
  expect(drops.total).toBe(before + 1);
  expect(drops.latest()[0]).toMatchObject({ what: FIXTURE.games[1]?.gameId, why: 'it was not requested' });
});

const later = () => String(Math.floor(Date.now() / 1_000) + 86_400);
