import { houseWithdrawalEntry } from '@tallystone/core/ledger/house-withdrawal-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  expectSoundBooks,
  type LiveBetting,
  openLiveBooks,
  openLiveHouse,
} from '@tallystone/testkit/betting/live-betting.ts';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { openPatiently, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { col, rows, value, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { gatherPool, lockPool } from '../ledger/lock-pool.ts';
import { poolBalance, SLICES, sliceOf } from '../ledger/pool-slices.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { readEndingMarket } from '../settlement/ending-market.ts';
import { rehearseMarket } from '../settlement/rehearse-market.ts';
import { failLiveBets } from './fail-live-bets.ts';
import { placeBet } from './place-bet.ts';

let database: TestDatabase;
let betting: LiveBetting;
beforeAll(async () => {
  ({ database, betting } = await openLiveBooks());
});
afterAll(() => database.close());

const poolOf = (db: Db) => value(db, col.usdc, poolBalance);
const slicesOf = (db: Db) => values(db, col.usdc, sql`select balance::text from pool_slices order by slot`);
const place = async (market: TestMarket, amount: number, on = betting) => {
  const holds = usdc(1_000_000);
  const bettor = await aLiveBettor(database.db, on, { holds, cap: holds });
  return placeBet(on, await aLiveBet(on, { bettor, market, amount }));
};

/** A market whose pending bets are held from another slice than those of `other`. */
async function aMarketBeside(other: TestMarket): Promise<TestMarket> {
  for (;;) {
    const market = await aLiveMarket(database.db);
    if (sliceOf(market.marketId) !== sliceOf(other.marketId)) return market;
  }
}

test('every slice is the slice of some markets', () => {
  const slots = new Set(Array.from({ length: 1000 }, (_, n) => sliceOf(`m_${n.toString(36)}`)));
  expect(slots.size).toBe(SLICES);
});

test('a pending bet is held from the slice of its market and goes back to the row', async () => {
  const market = await aLiveMarket(database.db);
  const slot = sliceOf(market.marketId);
  await place(market, 1);
  const [before, poolBefore] = [await slicesOf(database.db), await poolOf(database.db)];
  const { id, totalReturn } = await place(market, 10);
  const held = BigInt(Math.round(totalReturn * 1_000_000));
  const after = await slicesOf(database.db);
  expect(after[slot]).toBe((before[slot] ?? 0n) - held);
  expect(await poolOf(database.db)).toBe(poolBefore - held);

  await transaction(database.db, (tx) =>
    failLiveBets(tx, { failed: [{ betId: id, failure: 'not-included' }] }),
  );
  expect(await slicesOf(database.db)).toEqual(after);
  expect(await poolOf(database.db)).toBe(poolBefore);
  await expectSoundBooks(database.db);
});

test('what an end does to the accounts is shown with all parts of the pool', async () => {
  const market = await aLiveMarket(database.db);
  await place(market, 10);
  await database.db.execute(sql`update markets set state = 'closed' where id = ${market.marketId}`);
  const end = { marketId: market.marketId, result: { kind: 'void' } } as const;
  const ledger = await transaction(database.db, async (tx) => {
    const ending = await readEndingMarket(tx, end.marketId);
    if (ending === null) throw new Error('the market went away');
    const { stored } = await rehearseMarket(tx, ending, end.result);
    return stored.ledger;
  });
  const sum = (of: 'before' | 'after') => ledger.reduce((total, each) => total + BigInt(each[of]), 0n);
  expect([sum('before'), sum('after')]).toEqual([0n, 0n]);
  const pool = ledger.find(({ account }) => account === 'House pool');
  expect(pool?.before).toBe((await poolOf(database.db)).toString());
});

test('a pool that lacks a slice pays nothing', async () => {
  const rollback = new Error('rollback');
  await expect(
    transaction(database.db, async (tx) => {
      await tx.execute(sql`delete from pool_slices where slot = 5`);
      await expect(lockPool(tx)).rejects.toThrow('a slice of the pool is missing');
      throw rollback;
    }),
  ).rejects.toThrow(rollback);
});

test('a bet waits for none on a market of another slice', async () => {
  const market = await aLiveMarket(database.db);
  const other = await aMarketBeside(market);
  await place(market, 1);
  await place(other, 1);
  const hasty = await openPatiently(database.url, { lockTimeoutMs: 1000 });
  const beside = aLiveProcess(hasty.db, betting);
  try {
    // As a batch does that has stored its bets and waits for its COMMIT.
    await transaction(database.db, async (tx) => {
      await tx.execute(sql`select from pool_slices where slot = ${sliceOf(market.marketId)} for update`);
      await expect(place(other, 10, beside)).resolves.toMatchObject({ status: 'pending' });
      await expect(place(market, 10, beside)).rejects.toMatchObject({ code: 'too-busy' });
    });
  } finally {
    await hasty.close();
  }
});

test('a market of our own takes from the slices what the row lacks', async () => {
  const pool = await poolOf(database.db);
  await transaction(database.db, async (tx) => {
    const locked = await lockPool(tx);
    await gatherPool(tx, locked, {
      row: microUsdc(0n),
      slice: { slot: 3, amount: microUsdc(pool - usdc(9_999)) },
    });
  });
  expect(
    await value(database.db, col.usdc, sql`select balance::text from accounts where kind = 'pool'`),
  ).toBeLessThan(usdc(10_000));
  await aLiveMarket(database.db);
  expect(await poolOf(database.db)).toBe(pool - usdc(10_000));
  await expectSoundBooks(database.db);
});

test('bets on many markets through two processes take all of the pool and no more', async () => {
  const books = await openLiveBooks();
  const { db } = books.database;
  try {
    const markets = await Promise.all(Array.from({ length: 6 }, () => aLiveMarket(db)));
    const left = usdc(400);
    await transaction(db, async (tx) => {
      const pool = await lockPool(tx);
      const amount = microUsdc(pool.total - left);
      await gatherPool(tx, pool, { row: amount });
      await recordEntries(tx, [{ key: 'all but some', entry: houseWithdrawalEntry({ amount }) }]);
    });
    const second = aLiveProcess(db, books.betting);
    const sent = await Promise.all(
      Array.from({ length: 48 }, async (_, n) => {
        const on = n % 2 ? books.betting : second;
        const holds = usdc(1_000_000);
        const bettor = await aLiveBettor(db, on, { holds, cap: holds });
        return { on, bet: await aLiveBet(on, { bettor, market: markets[n % 6] as TestMarket, amount: 10 }) };
      }),
    );
    const results = await Promise.allSettled(sent.map(({ on, bet }) => placeBet(on, bet)));
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['stake-too-large']));
    const held = await value(db, col.usdc, sql`select sum(payout)::text from live_bets`);
    expect(await poolOf(db)).toBe(left - held);
    // A further bet of the same kind would need more than is left.
    expect(left - held).toBeLessThan(usdc(25));
    const broken = (await checkInvariants(db, { kind: 'everything' })).filter(
      ({ offenders }) => offenders.length > 0,
    );
    expect(broken.map(({ invariant }) => invariant.number).filter((n) => n <= 4)).toEqual([]);
  } finally {
    await books.database.close();
  }
});

test('money that is missing from a slice breaks the promise about balances', async () => {
  await database.db.execute(sql`update pool_slices set balance = balance + 1 where slot = 5`);
  const broken = (await checkInvariants(database.db, { kind: 'everything' })).filter(
    ({ offenders }) => offenders.length > 0,
  );
  expect(broken.map(({ invariant }) => invariant.number)).toEqual([1, 2]);
  await database.db.execute(sql`update pool_slices set balance = balance - 1 where slot = 5`);
});

test('where 0.1.0 was, the row holds all of the pool and pays for pending bets', async () => {
  const { database: upgraded, client } = await anOlderDatabase('0025_pool_slices');
  try {
    await client.query(`insert into accounts (kind) values ('pool')`);
    await upgraded.migrate();
    expect(await rows(upgraded.db, sql`select from pool_slices`)).toEqual([]);
    await openLiveHouse(upgraded.db, usdc(100_000));
    const on = aLiveProcess(upgraded.db);
    const market = await aLiveMarket(upgraded.db);
    const bettor = await aLiveBettor(upgraded.db, on);
    const { totalReturn, id } = await placeBet(on, await aLiveBet(on, { bettor, market, amount: 10 }));
    const held = BigInt(Math.round(totalReturn * 1_000_000));
    const row = () =>
      value(upgraded.db, col.usdc, sql`select balance::text from accounts where kind = 'pool'`);
    expect(await row()).toBe(usdc(90_000) - held);
    await transaction(upgraded.db, (tx) =>
      failLiveBets(tx, { failed: [{ betId: id, failure: 'not-included' }] }),
    );
    expect(await row()).toBe(usdc(90_000));
    await expectSoundBooks(upgraded.db);
  } finally {
    await client.end();
    await upgraded.close();
  }
});
