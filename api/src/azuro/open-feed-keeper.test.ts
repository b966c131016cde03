import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, type FakeFeed, HOUR_MS } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { announceSettingsChange } from '../settings/settings-changes.ts';
import { DEMO_GAMES, topUpGames } from './auto-import.ts';
import { createDropLog } from './drop-log.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { openFeedKeeper } from './open-feed-keeper.ts';

let database: TestDatabase;
let feed: FakeFeed;
let workers: FeedKeeper[];
let errors: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  feed = aFakeFeed();
  workers = [];
  errors = [];
});
afterEach(async () => {
  await Promise.all(workers.map((each) => each.stop()));
  expect(errors).toEqual([]);
  await database.close();
});

/** One process that follows the feed. */
function aKeeper(): FeedKeeper {
  const keeper = openFeedKeeper({
    database,
    // A separate feed, because the keeper closes it when it stops.
    feed: { ...feed, close: () => undefined },
    drops: createDropLog(() => new Date()),
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => errors.push(error),
  });
  workers.push(keeper);
  return keeper;
}

async function change(settings: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`update settings set ${settings}`));
    await announceSettingsChange(tx);
  });
}

const imported = async () =>
  (await rows(database.db, { game_id: col.text }, sql`select game_id from markets order by game_id`)).map(
    (row) => row.game_id,
  );
const audited = () => rows(database.db, sql`select actor, action from audit`);
/** Much shorter than the minute between regular rounds. */
const within = { timeout: 30_000, interval: 20 };

describe('automatic import', () => {
  test('adds what the feed adds to imported games, of several processes once, and follows it', async () => {
    const game = feed.add();
    await change('auto_import = true');
    const keepers = [aKeeper(), aKeeper()];
    await Promise.all(keepers.map((each) => each.start()));
    expect(await imported()).toEqual([game.id]);
    const added = feed.addCondition(game.id, { '1': '1.8', '2': '2' });
    await Promise.all(keepers.map((each) => each.sync()));
    // Again and again, as below.
    const again = async () => {
      await announceSettingsChange(database.db);
      return imported();
    };
    await expect.poll(again, within).toEqual([game.id, game.id]);
    const conditionIds = [game.conditionId, added];
    await expect
      .poll(() => feed.followed().map((each) => each.conditionIds.toSorted()), within)
      .toContainEqual(conditionIds);
    expect(await audited()).toEqual(Array(2).fill({ actor: 'system', action: 'azuro.import' }));
  });

  test('imports games of top leagues once it is turned on, and nothing before', async () => {
    const top = [feed.add(), feed.add()];
    feed.add({ league: { name: 'Third League', isTopLeague: false } });
    feed.add({ state: 'Live', startsAt: new Date(Date.now() - HOUR_MS) });
    feed.add({}, { state: 'Stopped' });
    feed.add({ startsAt: new Date(Date.now() + 40 * 24 * HOUR_MS) });
    const keeper = aKeeper();
    await keeper.start();
    expect(await imported()).toEqual([]);
    await change('auto_import = true');
    await expect.poll(imported, within).toEqual(top.map(({ id }) => id));
    expect(await audited()).toEqual([{ actor: 'system', action: 'azuro.import' }]);
  });

  test('imports at most 50 games a round, and leaves no trace of an empty round', async () => {
    for (let i = 0; i < 60; i++) feed.add();
    await change('auto_import = true');
    const keeper = aKeeper();
    await keeper.start();
    expect(await imported()).toHaveLength(50);
    // Again and again: a message that comes while the keeper looks for changes itself adds no round.
    const again = async () => {
      await announceSettingsChange(database.db);
      return imported();
    };
    await expect.poll(again, within).toHaveLength(60);
    await announceSettingsChange(database.db);
    await keeper.stop();
    expect(await audited()).toHaveLength(2);
  });

  test('by several processes imports each game once', async () => {
    for (let i = 0; i < 40; i++) feed.add();
    await change('auto_import = true');
    await Promise.all([aKeeper(), aKeeper(), aKeeper()].map((each) => each.start()));
    expect(await imported()).toHaveLength(40);
    expect(await audited()).toHaveLength(1);
  });
});

test('the setting for prices reaches every process before its next round', async () => {
  feed.add();
  await Promise.all([aKeeper(), aKeeper()].map((each) => each.start()));
  expect(feed.followed()).toHaveLength(2);
  await change('real_time_prices = false');
  await expect.poll(() => feed.followed(), within).toEqual([]);
  await change('real_time_prices = true');
  await expect.poll(() => feed.followed(), within).toHaveLength(2);
});

test('imported games are followed at once, and shown as imported', async () => {
  const game = feed.add();
  const keeper = aKeeper();
  await keeper.start();
  expect((await keeper.data()).games).toMatchObject([{ id: game.id, imported: false, status: 'Active' }]);
  await keeper.importGames([game.id], { kind: 'command-line' });
  expect((await keeper.data()).games).toMatchObject([{ id: game.id, imported: true }]);
  await expect
    .poll(() => feed.followed(), within)
    .toEqual([{ conditionIds: [game.conditionId], gameIds: [game.id], scoredIds: [] }]);
});

test('the server starts while the feed is down, and reads it once it is back', async () => {
  feed.add();
  feed.isDown = true;
  const keeper = aKeeper();
  await keeper.start();
  expect(await keeper.data()).toMatchObject({
    syncedAt: null,
    stale: true,
    problem: 'The feed could not be reached.',
    games: [],
  });
  expect(feed.asked.probes).toBe(0);
  await expect(keeper.sync()).rejects.toMatchObject({
    code: 'feed-unavailable',
    message: expect.stringContaining('within a minute'),
  });
  expect(feed.asked.probes).toBe(1);
  feed.isDown = false;
  expect(await keeper.sync()).toMatchObject({ games: 1 });
  expect(await keeper.data()).toMatchObject({ stale: false, total: 1 });
});

test('a keeper stopped during its start leaves nothing running', async () => {
  feed.add();
  const keeper = aKeeper();
  const starting = keeper.start();
  await keeper.stop();
  await starting;
  expect(feed.followed()).toEqual([]);
});

describe('the games of a demo', () => {
  const topUp = (keeper: FeedKeeper) => topUpGames(database.db, { feed: keeper, now: () => new Date() });

  test('are a dozen, every sport in turn, the earliest start first', async () => {
    const football = Array.from({ length: 14 }, (_, i) =>
      feed.add({ startsAt: new Date(Date.now() + (i + 1) * HOUR_MS) }),
    );
    const mma = feed.add({ sport: { id: '36', name: 'MMA' }, startsAt: new Date(Date.now() + 90 * HOUR_MS) });
    const keeper = aKeeper();
    await keeper.sync();
    expect(await topUp(keeper)).toBe(DEMO_GAMES);
    expect(await imported()).toEqual([...football.slice(0, 11), mma].map(({ id }) => id).sort());
    expect(await topUp(keeper)).toBe(DEMO_GAMES);
    await database.db.execute(
      sql`update markets set closes_at = clock_timestamp() where game_id = ${mma.id}`,
    );
    expect(await topUp(keeper)).toBe(DEMO_GAMES);
    expect(await imported()).toHaveLength(13);
  });

  test('replace games that fail to import, and are fewer if there are no more', async () => {
    const games = Array.from({ length: 14 }, () => feed.add());
    const keeper = aKeeper();
    await keeper.sync();
    for (const { conditionId } of games.slice(0, 2)) feed.set(conditionId, { state: 'Stopped' });
    expect(await topUp(keeper)).toBe(DEMO_GAMES);
    for (const { conditionId } of games) feed.set(conditionId, { state: 'Stopped' });
    await database.db.execute(sql`update markets set closes_at = clock_timestamp()`);
    expect(await topUp(keeper)).toBe(0);
  });

  test('are a dozen even if several processes top up at once', async () => {
    for (let i = 0; i < 20; i++) feed.add();
    const several = [aKeeper(), aKeeper(), aKeeper()];
    await Promise.all(several.map((each) => each.sync()));
    expect(await Promise.all(several.map(topUp))).toEqual([DEMO_GAMES, DEMO_GAMES, DEMO_GAMES]);
    expect(await imported()).toHaveLength(DEMO_GAMES);
  });
});
