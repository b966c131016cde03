import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireGamePage, WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  aFeedMarket,
  betOverHttp,
  fundTheHouse,
  moveFeedOdds,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { listen, openReader, type TestReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { endEpochs } from '../db/epochs.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { positionNow } from '../realtime/position.ts';
import { announceMarketChange } from './market-changes.ts';

let database: TestDatabase;
let app: App;
let url: string;
/** A game with its main market and two more. */
let main: TestMarket & { gameId: string };
let total: TestMarket;
let score: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  app = await aTestApp(database);
  url = await listen(app);
});
beforeEach(async () => {
  main = await aFeedMarket(database.db);
  const { gameId } = main;
  total = await aFeedMarket(database.db, { gameId });
  score = await aFeedMarket(database.db, { gameId });
  await database.db.execute(sql`
    update markets set market_group = 'both-score', own_name = 'Both Teams To Score' where id = ${score.marketId}`);
  await database.db.execute(sql`
    update markets set market_group = 'total', own_name = 'Total Goals', line = 2.5 where id = ${total.marketId}`);
  for (const market of [main, total, score]) await change(market);
});
const open: TestReader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Announces a change, as everything that changes a market does. */
const change = ({ marketId }: TestMarket) =>
  transaction(database.db, (tx) => announceMarketChange(tx, marketId));

async function moveOdds(market: TestMarket, odds: readonly number[]): Promise<void> {
  await moveFeedOdds(database.db, market, odds);
  await change(market);
}

const getGame = (id: string) => app.http.inject(`/api/games/${id}`);
const list = async () => (await app.http.inject('/api/markets')).json<WireListedMarket[]>();

describe('a game', () => {
  test('has all of its markets, the main one first, then by group', async () => {
    const game = (await getGame(main.gameId)).json<WireGamePage>();
    expect(game).toMatchObject({
      id: main.gameId,
      league: 'Premier League, England',
      state: 'Prematch',
      startsAt: expect.any(String),
    });
    expect(game.markets.map(({ id, group, name, line }) => [id, group, name, line])).toEqual([
      [main.marketId, 'result', 'Winner', undefined],
      [total.marketId, 'total', 'Total Goals', 2.5],
      [score.marketId, 'both-score', 'Both Teams To Score', undefined],
    ]);
    expect(game.markets[1]?.outcomes).toMatchObject([{ odds: 2.1 }, { odds: 1.8 }]);
  });

  test('is unknown without a market that people may see', async () => {
    expect((await getGame('1006')).statusCode).toBe(404);
    await database.db.execute(sql`
      update markets set state = 'suspended', disabled = true, archived_at = clock_timestamp() where game_id = ${main.gameId}`);
    const unknown = await getGame(main.gameId);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'unknown-game']);
  });

  test('is in the list once, with its main market and the number of the others', async () => {
    const listed = (await list()).filter(({ gameId }) => gameId === main.gameId);
    expect(listed).toMatchObject([{ id: main.marketId, more: 2 }]);
    await database.db.execute(sql`
      update markets set state = 'suspended', disabled = true, archived_at = clock_timestamp()
      where id = ${score.marketId}`);
    await moveOdds(main, [2, 1.9]);
    await expect
      .poll(async () => (await list()).find(({ id }) => id === main.marketId))
      .toMatchObject({ more: 1 });
  });

  test('has markets with pages of their own, which name the game', async () => {
    const market = (await app.http.inject(`/api/markets/${total.marketId}`)).json();
    expect(market).toMatchObject({ id: total.marketId, gameId: main.gameId });
    expect(market).not.toHaveProperty('more');
    expect(market).toHaveProperty('isSide', true);
    const mainOne = (await app.http.inject(`/api/markets/${main.marketId}`)).json();
    expect(mainOne).not.toHaveProperty('isSide');
  });

  test('takes bets on every market, and will buy them back', async () => {
    const wallet = anEvmWallet();
    const { headers } = await signInWith(app, wallet);
    const placed = await betOverHttp(app, { wallet, headers, market: total, amount: 10 });
    expect(placed.statusCode).toBe(200);
    const bets = (await app.http.inject({ url: '/api/user/bets', headers })).json<WireBet[]>();
    // A market that isn't offered would say `market-closed`.
    expect(bets).toMatchObject([{ marketId: total.marketId, noCashOut: { code: 'too-soon' } }]);
  });
});

describe('the stream', () => {
  async function aReader(query = ''): Promise<TestReader> {
    const reader = await openReader(url, { query });
    open.push(reader);
    await expect.poll(() => reader.received('beat').length).toBeGreaterThan(0);
    return reader;
  }

  /** Waits until a reader has this version of a market. */
  const reach = (reader: TestReader, { marketId }: TestMarket, version: number) =>
    expect.poll(() => reader.newsOf(marketId).at(-1)?.version).toBe(version);

  /** Lets the process learn of the side market: what it learns first may be a new state, so that is for all. */
  async function meet(reader: TestReader): Promise<void> {
    await moveOdds(total, [2, 1.9]);
    await moveOdds(main, [2, 1.9]);
    await reach(reader, main, 2);
  }

  const versionsOf = (reader: TestReader, { marketId }: TestMarket) =>
    reader.newsOf(marketId).map(({ version }) => version);

  test("sends a game's prices to its readers and the main market's to all", async () => {
    const [ofGame, ofOther, ofList] = [
      await aReader(`?game=${main.gameId}`),
      await aReader('?game=1006'),
      await aReader(),
    ];
    await meet(ofGame);
    await moveOdds(total, [1.5, 2.4]);
    await moveOdds(main, [1.6, 2.3]);
    for (const reader of [ofGame, ofOther, ofList]) await reach(reader, main, 3);
    expect(ofGame.newsOf(total.marketId).at(-1)).toMatchObject({
      version: 3,
      listed: false,
      sideOf: main.gameId,
      outcomes: [[1.5], [2.4]].map((odds) => expect.arrayContaining(odds)),
    });
    for (const reader of [ofOther, ofList]) expect(versionsOf(reader, total)).not.toContain(3);
  });

  test('tells all readers the new state of any market, because they may have bets on it', async () => {
    const reader = await aReader();
    await database.db.execute(sql`
      update markets set state = 'suspended', feed_halt = 'stopped', version = version + 1 where id = ${score.marketId}`);
    await change(score);
    await expect
      .poll(() => reader.newsOf(score.marketId).at(-1))
      .toMatchObject({ state: 'suspended', listed: false });
  });

  test('sends a reader who returns what the game has changed meanwhile, and another reader not', async () => {
    const before = await aReader();
    await meet(before);
    await endEpochs(database.db);
    const after = await value(database.db, col.text, sql`select ${positionNow}`);
    await moveOdds(total, [1.4, 2.6]);
    await moveOdds(main, [1.7, 2.2]);
    await reach(before, main, 3);
    const ofGame = await aReader(`?after=${after}&game=${main.gameId}`);
    const ofList = await aReader(`?after=${after}`);
    expect(ofGame.newsOf(total.marketId).at(-1)).toMatchObject({ version: 3 });
    expect(ofList.newsOf(main.marketId).at(-1)).toMatchObject({ version: 3 });
    expect(versionsOf(ofList, total)).toEqual([]);
  });
});
