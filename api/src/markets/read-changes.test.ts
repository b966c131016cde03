import { aFeedMarket, aMarket, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { endEpochs } from '../db/epochs.ts';
import type { Database } from '../db/open-database.ts';
import type { Position } from '../realtime/position.ts';
import { announceMarketChange } from './market-changes.ts';
import { readChanges } from './read-changes.ts';
import { streamMarkets } from './stream-markets.ts';

/** A position after every change so far. */
async function positionPastAll(db: Db): Promise<Position> {
  await endEpochs(db);
  return (await readChanges(db, null)).position;
}

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
  }, 120_000);
  afterAll(() => database.close());

  test('each change of a market is found from a position before it, and not from one after', async () => {
    const { db } = database;
    const { position: before, markets } = await readChanges(db, null);
    expect(markets).toEqual([]);
    const { marketId } = await aMarket(db);
    const opened = await readChanges(db, before);
    expect(opened.markets).toEqual([{ id: marketId, version: 1, isOver: false }]);
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

  test('what was found is not found again once a reading has ended its epoch', async () => {
    const { db } = database;
    const { position: before } = await readChanges(db, null);
    const { marketId } = await aMarket(db);
    const second = sql`update epochs set epoch = epoch - 1000`;
    await db.execute(second);
    const { position, markets } = await readChanges(db, before);
    expect(markets.map(({ id }) => id)).toContain(marketId);
    // The first reading still saw the epochs before it ended them.
    const next = await readChanges(db, position);
    expect(next.markets.map(({ id }) => id)).toContain(marketId);
    expect((await readChanges(db, next.position)).markets).toEqual([]);
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
