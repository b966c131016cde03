import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import { fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { aFakeFeed, type FakeFeed, HOUR_MS } from '@tallystone/testkit/feed/fake-feed.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bulkMarkets } from '../admin/bulk-markets.ts';
import type { Actor } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows, value, values } from '../db/rows.ts';
import { autoImport, importSoon } from './auto-import.ts';
import { createDropLog } from './drop-log.ts';
import { openFeedKeeper } from './open-feed-keeper.ts';

const SYSTEM: Actor = { kind: 'system' };
const TOOL: Actor = { kind: 'command-line' };
const ON = { autoImport: true, futuresTrading: false };
const MINUTE_MS = 60_000;
/** Outcomes of the dictionary that make a condition that can be imported, at odds with a margin. */
const BOTH_SCORE = { '1': '1.8', '2': '2' };
const DOUBLE_CHANCE = { '38': '1.2', '39': '1.27', '40': '1.96' };
const ODD_EVEN = { '173': '1.8', '174': '2' };
const UNKNOWN = { '999998': '2', '999999': '1.9' };

describe.each(testEngines)('what the feed adds to imported games, on %s', (_name, open) => {
  let database: Database;
  let feed: FakeFeed;
  /** How much later than now the rounds run. */
  let laterMs: number;
  let serial = 0;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    // Each test has games of its own.
    serial += 1000;
    feed = aFakeFeed(serial);
    laterMs = 0;
  });

  /** A process that imports by itself, and how often its rounds have asked the database what is new. */
  function aProcess() {
    const keeper = openFeedKeeper({
      database,
      feed,
      drops: createDropLog(() => new Date()),
      mode: 'demo',
      source: 'demo-feed',
      onError: (error) => expect.unreachable(String(error)),
    });
    const asked = { statements: 0 };
    const counting = {
      execute(query: SQL) {
        asked.statements += 1;
        return database.db.execute(query);
      },
    } as Db;
    const deps = { db: counting, feed: keeper, now: () => new Date(Date.now() + laterMs) };
    const round = autoImport(deps);
    const soon = importSoon(deps);
    return {
      asked,
      /** By the catalogue as it is. */
      work: () => round(ON),
      round: (settings = ON) => keeper.sync().then(() => round(settings)),
      soon: () => keeper.sync().then(() => soon()),
      byHand: (...ids: string[]) => keeper.importGames(ids, TOOL),
      bySystem: (...ids: string[]) => keeper.importGames(ids, SYSTEM),
    };
  }
  /** A game that an admin has imported, with another market than the main one. */
  async function anImported(game: Parameters<FakeFeed['add']>[0] = {}) {
    const { id, conditionId } = feed.add({ league: { name: 'Third League', isTopLeague: false }, ...game });
    const sideId = feed.addCondition(id, BOTH_SCORE);
    expect(await aProcess().byHand(id)).toMatchObject({ imported: 2 });
    return { id, conditionId, sideId };
  }
  const conditionsOf = (gameId: string) =>
    values(
      database.db,
      col.text,
      sql`select azuro_condition_id from markets where game_id = ${gameId} and deleted_at is null order by azuro_condition_id`,
    );
  const idOf = async (conditionId: string) => {
    const [id] = await values(
      database.db,
      col.text,
      sql`select id from markets where azuro_condition_id = ${conditionId} and deleted_at is null`,
    );
    return id ?? '';
  };
  const countAudits = () => value(database.db, col.number, sql`select count(*)::int as count from audit`);
  /** What an admin does to the markets of these conditions. */
  async function bulk(action: BulkAction, ...conditionIds: string[]): Promise<void> {
    const ids = await Promise.all(conditionIds.map(idOf));
    const done = await bulkMarkets(database.db, {
      ...{ action, ids, count: ids.length, actor: TOOL, now: new Date() },
    });
    expect(done.done).toEqual(ids);
  }

  test('becomes markets, whatever their league, and the audit names them', async () => {
    const game = await anImported();
    const importer = aProcess();
    await importer.round();
    expect(await conditionsOf(game.id)).toHaveLength(2);
    const added = feed.addCondition(game.id, DOUBLE_CHANCE);
    feed.addCondition(game.id, UNKNOWN);
    await importer.round();
    expect(await conditionsOf(game.id)).toEqual([game.conditionId, game.sideId, added]);
    const [audited] = await rows(
      database.db,
      sql`select actor, action, after from audit order by id desc limit 1`,
    );
    expect(audited).toEqual({
      actor: 'system',
      action: 'azuro.import',
      after: { imported: [await idOf(added)], skipped: {} },
    });
  });

  test('costs a round without news no call of the feed and no statement, and one with news one statement', async () => {
    const { id } = await anImported();
    const importer = aProcess();
    await importer.round();
    const calls = feed.asked.games;
    importer.asked.statements = 0;
    feed.addCondition(id, UNKNOWN);
    await importer.round();
    expect([feed.asked.games - calls, importer.asked.statements]).toEqual([0, 0]);
    const added = feed.addCondition(id, ODD_EVEN);
    await importer.round();
    expect([feed.asked.games - calls, importer.asked.statements]).toEqual([1, 1]);
    expect(await conditionsOf(id)).toContain(added);
  });

  test('waits ten minutes if it was tried and not taken, and holds up nothing else', async () => {
    const { id } = await anImported();
    const importer = aProcess();
    await importer.round();
    const waiting = feed.addCondition(id, DOUBLE_CHANCE);
    // The catalogue has it as it was, and the import as it is.
    await importer.round({ ...ON, autoImport: false });
    feed.set(waiting, { state: 'Stopped' });
    const before = await countAudits();
    const calls = feed.asked.games;
    await importer.work();
    expect(feed.asked.games).toBe(calls + 1);
    expect(await conditionsOf(id)).toHaveLength(2);
    expect(await countAudits()).toBe(before);
    const next = feed.addCondition(id, ODD_EVEN);
    await importer.round();
    expect(await conditionsOf(id)).toContain(next);
    feed.set(waiting, { state: 'Active' });
    laterMs = 9 * MINUTE_MS;
    await importer.round();
    expect(feed.asked.games).toBe(calls + 2);
    laterMs = 10 * MINUTE_MS + 1000;
    await importer.round();
    expect(await conditionsOf(id)).toContain(waiting);
  });

  test('stays away if automatic import is off', async () => {
    const { id } = await anImported();
    feed.addCondition(id, DOUBLE_CHANCE);
    const importer = aProcess();
    await importer.round({ ...ON, autoImport: false });
    expect(await conditionsOf(id)).toHaveLength(2);
    expect(importer.asked.statements).toBe(0);
  });

  test.each(['archive', 'delete'] as const)(
    'is no market again that an admin chose to %s, until an admin imports the game',
    async (action) => {
      const { id, conditionId, sideId } = await anImported();
      await bulk(action, sideId);
      const calls = feed.asked.games;
      await aProcess().round();
      expect(feed.asked.games).toBe(calls);
      // Nor when something else is new, which is imported with the whole game, or asks the same.
      const added = feed.addCondition(id, DOUBLE_CHANCE);
      feed.addCondition(id, BOTH_SCORE);
      await aProcess().round();
      const kept = action === 'archive' ? [conditionId, sideId, added] : [conditionId, added];
      expect(await conditionsOf(id)).toEqual(kept);
      expect(await aProcess().byHand(id)).toMatchObject({ imported: action === 'archive' ? 0 : 1 });
      expect(await conditionsOf(id)).toHaveLength(3);
    },
  );

  test('is nothing for a game whose markets were all deleted, until an admin imports it', async () => {
    const { id, conditionId } = feed.add();
    await aProcess().round();
    expect(await conditionsOf(id)).toEqual([conditionId]);
    await bulk('delete', conditionId);
    feed.addCondition(id, BOTH_SCORE);
    await aProcess().round();
    expect(await conditionsOf(id)).toEqual([]);
    expect(await aProcess().bySystem(id)).toMatchObject({ results: [{ reason: 'already_imported' }] });
    expect(await aProcess().byHand(id)).toMatchObject({ imported: 2 });
  });

  test.each(['archive', 'disable'] as const)(
    'is nothing for a game while an admin chooses to %s its main market',
    async (action) => {
      const { id, conditionId } = await anImported();
      await bulk(action, conditionId);
      feed.addCondition(id, DOUBLE_CHANCE);
      const calls = feed.asked.games;
      await aProcess().round();
      expect(feed.asked.games).toBe(calls);
      // The admin may have done so after the round looked.
      expect(await aProcess().bySystem(id)).toMatchObject({ results: [{ reason: 'already_imported' }] });
      expect(await conditionsOf(id)).toHaveLength(2);
      await bulk(action === 'archive' ? 'restore' : 'enable', conditionId);
      await aProcess().round();
      expect(await conditionsOf(id)).toHaveLength(3);
    },
  );

  test.each<[string, (gameId: string) => Promise<unknown>]>([
    ['runs by our books', (id) => database.db.execute(sql`update games set state = 'Live' where id = ${id}`)],
    [
      'was canceled by our books',
      (id) => database.db.execute(sql`update games set state = 'Canceled' where id = ${id}`),
    ],
    ['has begun by the clock', async (id) => startAt(id, new Date(Date.now() - 1000))],
    [
      'is too far ahead for the settings',
      async (id) => startAt(id, new Date(Date.now() + 31 * 24 * HOUR_MS)),
    ],
  ])('is nothing for a game that %s, and the feed is not asked', async (_title, change) => {
    const { id } = await anImported();
    await change(id);
    feed.addCondition(id, DOUBLE_CHANCE);
    const calls = feed.asked.games;
    await aProcess().round();
    expect(feed.asked.games).toBe(calls);
    expect(await conditionsOf(id)).toHaveLength(2);
  });
  async function startAt(gameId: string, startsAt: Date): Promise<void> {
    const game = feed.games.get(gameId);
    if (game !== undefined) feed.games.set(gameId, { ...game, startsAt });
  }

  test('is taken of a running game if our books still have it ahead and the feed offers it in play', async () => {
    const { id } = await anImported();
    const game = feed.games.get(id);
    if (game === undefined) throw new Error('it was added');
    feed.games.set(id, { ...game, state: 'Live', startsAt: new Date(Date.now() - 1000) });
    feed.addCondition(id, ODD_EVEN);
    const added = feed.addCondition(id, DOUBLE_CHANCE, { isLiveEnabled: true });
    await aProcess().round();
    expect(
      await rows(
        database.db,
        sql`select azuro_condition_id as id, feed_halt from markets where game_id = ${id} and may_go_in_play`,
      ),
    ).toEqual([{ id: added, feed_halt: 'started' }]);
    expect(await conditionsOf(id)).toHaveLength(3);
  });

  test('is imported for at most 50 games a round', async () => {
    const games = Array.from({ length: 60 }, () => feed.add({ league: { name: 'Any', isTopLeague: false } }));
    await aProcess().byHand(...games.map(({ id }) => id));
    const added = games.map(({ id }) => feed.addCondition(id, BOTH_SCORE));
    const opened = async () => {
      const found = await Promise.all(games.map(({ id }) => conditionsOf(id)));
      return added.filter((id) => found.flat().includes(id)).length;
    };
    const importer = aProcess();
    await importer.round();
    expect(await opened()).toBe(50);
    await importer.round();
    expect(await opened()).toBe(60);
  });

  test('becomes one market each, however many processes import it at once', async () => {
    const { id, conditionId, sideId } = await anImported();
    const added = [feed.addCondition(id, DOUBLE_CHANCE), feed.addCondition(id, ODD_EVEN)];
    const before = await countAudits();
    await Promise.all([aProcess(), aProcess(), aProcess()].map((each) => each.round()));
    expect(await conditionsOf(id)).toEqual([conditionId, sideId, ...added]);
    expect(await countAudits()).toBe(before + 1);
  });

  test('is imported by a demo for games that start in a few minutes, as it imports those games', async () => {
    const soon = await anImported({ startsAt: new Date(Date.now() + 5 * MINUTE_MS) });
    const later = await anImported();
    for (const { id } of [soon, later]) feed.addCondition(id, DOUBLE_CHANCE);
    await aProcess().soon();
    expect(await conditionsOf(soon.id)).toHaveLength(3);
    expect(await conditionsOf(later.id)).toHaveLength(2);
  });
});
