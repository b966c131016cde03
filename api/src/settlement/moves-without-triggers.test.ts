import { aMarket, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { lockEndingMarket } from './ending-market.ts';
import { moveMarket } from './resolution-store.ts';
import { endPaying, type PayingMarket } from './settle-store.ts';

/** Engines that keep their tables on several machines may lack the trigger that refuses these moves. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  await database.db.execute(sql`drop trigger if exists markets_keep_to_lifecycle on markets`);
});
afterAll(() => database.close());

const REFUSAL = /^market m_\w+ cannot become (?:settled|void) from its state, or changed while it was locked/;

const on = async (move: (tx: Tx, marketId: string) => Promise<void>) => {
  const { marketId } = await aMarket(database.db);
  await transaction(database.db, (tx) => move(tx, marketId));
};

test('an open market is not ended by its payment', async () => {
  const end = (tx: Tx, marketId: string) =>
    endPaying(tx, { marketId, resolutionId: '0', result: { kind: 'void' } } as PayingMarket);
  await expect(on(end)).rejects.toThrow(REFUSAL);
});

test('an open market does not become settled at once', async () => {
  const settle = async (tx: Tx, marketId: string) => {
    const market = await lockEndingMarket(tx, marketId);
    if (market === null) throw new Error('the market is there');
    await moveMarket(tx, market, { state: 'settled' });
  };
  await expect(on(settle)).rejects.toThrow(REFUSAL);
});
