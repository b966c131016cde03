import { marketWithNews } from '@tallystone/core/markets/market-news';
import { aBettor, aFeedMarket, aMarket, fundTheHouse, usdc } from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveOwnLimits } from '../betting/limits-store.ts';
import type { Db } from '../db/db.ts';
import { endEpochs, lowestEpoch } from '../db/epochs.ts';
import type { Database } from '../db/open-database.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import type { Changes } from '../realtime/market-board.ts';
import type { Position } from '../realtime/position.ts';
import { announceMarketChange } from './market-changes.ts';
import { readChanges } from './read-changes.ts';
import { listStoredMarkets } from './stored-market.ts';
import { streamMarkets } from './stream-markets.ts';
import { wireListedMarket } from './wire-listed-market.ts';

const lowest = (db: Db) => value(db, col.text, sql`select ${lowestEpoch}::text`);

/** A position after every change so far. */
async function positionPastAll(db: Db): Promise<Position> {
  await endEpochs(db);
  return (await readChanges(db, null)).position;
}

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let ofNewBooks: Changes;
  beforeAll(async () => {
    database = await open();
    ofNewBooks = await readChanges(database.db, null);
    await fundTheHouse(database.db);
  }, 120_000);
  afterAll(() => database.close());

  test('books without an entry can be read', () => {
    expect(ofNewBooks).toMatchObject({ markets: [], isContinued: true });
  });

  test('each change of a market is found from a position before it, and not from one after', async () => {
    const { db } = database;
    const { position: before, markets } = await readChanges(db, null);
    expect(markets).toEqual([]);
    const { marketId } = await aMarket(db);
    const opened = await readChanges(db, before);
    expect(opened.markets).toEqual([{ id: marketId, version: 1, isMain: true, isOver: false }]);
    const after = await positionPastAll(db);
    await announceMarketChange(db, marketId);
    expect((await readChanges(db, after)).markets).toEqual(opened.markets);
  });

  test('a position of another database server is not continued', async () => {
    const { db } = database;
    const { position, isContinued } = await readChanges(db, null);
    await aMarket(db);
    expect(isContinued).toBe(true);
    expect((await readChanges(db, position)).isContinued).toBe(true);
    // The same epoch, and the very first one.
    for (const since of [position ^ (1n << 44n), 3n]) {
      expect(await readChanges(db, since)).toMatchObject({ isContinued: false, markets: [] });
    }
  });

  test('what was found is not found again once its epoch is a second old and a reading has ended it', async () => {
    const { db } = database;
    const { position: before } = await readChanges(db, null);
    const { marketId } = await aMarket(db);
    const found = async (since: Position) => {
      const { markets, position } = await readChanges(db, since);
      return { isThere: markets.some(({ id }) => id === marketId), position };
    };
    expect(await found(before)).toMatchObject({ isThere: true });
    await db.execute(sql`update epochs set epoch = epoch - 1000`);
    expect(await found(before)).toMatchObject({ isThere: true });
    const { position } = await found(before);
    expect(await found(position)).toMatchObject({ isThere: false });
  });

  test('reading ends no epoch in which nothing changed, and goes on where nothing can be written', async () => {
    const { db } = database;
    await endEpochs(db);
    // As if the clock had been set back since.
    await db.execute(sql`update epochs set epoch = epoch + 5000`);
    const [before, { position }] = [await lowest(db), await readChanges(db, null)];
    expect(await lowest(db)).toBe(before);
    const { marketId } = await aMarket(db);
    const found: string[] = [];
    const reading = transaction(db, async (tx) => {
      await tx.execute(sql`set transaction read only`);
      const { markets } = await readChanges(tx, position);
      found.push(...markets.map(({ id }) => id));
    });
    // The attempt to end the epoch undoes a transaction, which no reader is in.
    await reading.catch(() => undefined);
    expect(found).toEqual([marketId]);
    expect(await lowest(db)).toBe(before);
    await readChanges(db, position);
    expect(BigInt(await lowest(db))).toBeGreaterThan(BigInt(before));
  });

  test('reading ends the epoch in which a balance changed, or what a bettor limits', async () => {
    const { db } = database;
    const { session } = await aBettor(db);
    const limits = { ownCap: usdc(5), next: null, blocked: null };
    const changes = [
      // As if all epochs were a second old.
      { epochs: -1000, change: () => aBettor(db) },
      // As if the clock had been set back since, so that no entry seems new.
      { epochs: 5000, change: () => transaction(db, (tx) => saveOwnLimits(tx, session.userId, limits)) },
    ];
    for (const { epochs, change } of changes) {
      // Nothing else is news.
      for (const table of ['markets', 'user_limits'])
        await db.execute(sql`update ${sql.raw(table)} set epoch = 0`);
      await db.execute(
        sql`update epochs set epoch = extract(epoch from clock_timestamp()) * 1000 + ${epochs}::int`,
      );
      await change();
      const before = await lowest(db);
      await readChanges(db, null);
      expect(BigInt(await lowest(db))).toBeGreaterThan(BigInt(before));
    }
  });

  test('a published feed market has its margin, and null for missing odds', async () => {
    const { marketId } = await aFeedMarket(database.db, { odds: [2.1, null] });
    const [published] = await streamMarkets(database.db).load([marketId], new Date());
    expect(JSON.parse(published?.json ?? '')).toMatchObject({
      id: marketId,
      version: 1,
      state: 'open',
      listed: true,
      volume: 0,
      margin: null,
      outcomes: [
        [2.1, expect.any(Number), expect.any(Number)],
        [null, expect.any(Number), null],
      ],
    });
  });

  test('news say of a market what the list says', async () => {
    const { db } = database;
    const markets = [await aMarket(db), await aFeedMarket(db, { odds: [2.1, 1.8] })];
    const ids = markets.map(({ marketId }) => marketId);
    const listed = (await listStoredMarkets(db, { ids, now: new Date() })).map(wireListedMarket);
    const published = await streamMarkets(db).load(ids, new Date());
    expect(published.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    for (const [i, now] of listed.entries()) {
      const outcomes = now.outcomes.map((outcome) => ({ ...outcome, odds: 9, probability: 9, maxAtOdds: 9 }));
      const { margin: _, startsAt: __, ...before } = now;
      const stale = { ...before, version: 0, volume: -1, state: 'closed' as const, endsAt: '', outcomes };
      expect(marketWithNews(stale, JSON.parse(published[i]?.json ?? ''))).toEqual(now);
    }
  });

  test('a deleted market is published as not listed', async () => {
    const { db } = database;
    const { marketId } = await aMarket(db);
    const source = streamMarkets(db);
    expect((await source.load(null, new Date())).map(({ id }) => id)).toContain(marketId);
    await db.execute(
      sql`update markets set archived_at = now(), deleted_at = now(), state = 'suspended', disabled = true where id = ${marketId}`,
    );
    const [published] = await source.load([marketId], new Date());
    expect(published).toMatchObject({ id: marketId, isListed: false });
    expect((await source.load(null, new Date())).map(({ id }) => id)).not.toContain(marketId);
  });
});
