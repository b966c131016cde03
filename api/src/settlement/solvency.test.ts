import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { beginSettlement, finishSettlement, settleChunk } from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { placeBet } from '../betting/place-bet.ts';
import type { Db } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { solvency } from './solvency.ts';

let database: TestDatabase;
let market: TestMarket;
let other: TestMarket;
let clock = Date.now();
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  const bettor = await aBettor(db);
  market = await aMarket(db, { title: 'The one' });
  other = await aMarket(db, { title: 'The other', lossBudget: usdc(2000) });
  for (const [on, outcome, amount] of [
    [market, 0, 10],
    [market, 1, 100],
    [market, 0, 20],
    [other, 0, 30],
  ] as const) {
    await placeBet(betting, await aQuotedBet(betting, { bettor, market: on, outcome, amount }));
  }
});
afterAll(() => database.close());

/** The figures, read after the kept ones are too old. */
const look = (db: Db = database.db): Promise<WireSolvency> => {
  clock += 60_000;
  return solvency(db, { mode: 'demo', now: new Date(clock), checked: [] });
};
const shown = ({ markets }: WireSolvency, { marketId }: TestMarket) =>
  markets.find(({ id }) => id === marketId);

/** The returns of bets on an outcome, USDC. */
function returnsOf({ marketId }: TestMarket, outcome: number): Promise<number> {
  return value(
    database.db,
    col.number,
    sql`
      select (sum(b.payout) / 1e6)::float8 from bets b join outcomes o on o.id = b.outcome_id
      where b.market_id = ${marketId} and o.position = ${outcome}`,
  );
}

test('all figures are present ones', async () => {
  const found = await look();
  const worst = await returnsOf(market, 1);
  const otherWorst = await returnsOf(other, 0);
  expect(found).toMatchObject({
    mode: 'demo',
    pool: 10_000_000 - 12_000,
    escrow: 12_160,
    userFunds: 840,
    marketCount: 2,
    chain: null,
    payoutSeconds: null,
    invariants: [],
  });
  expect(found.worstCase).toBeCloseTo(worst + otherWorst, 6);
  expect(found.markets).toEqual([
    {
      id: market.marketId,
      title: 'The one',
      state: 'open',
      escrow: 10_130,
      worstCase: worst,
      openStakes: 130,
    },
    {
      id: other.marketId,
      title: 'The other',
      state: 'open',
      escrow: 2030,
      worstCase: otherWorst,
      openStakes: 30,
    },
  ]);
});

test('it has the last finding of each invariant', async () => {
  const checkedAt = new Date();
  const { invariants } = await solvency(database.db, {
    mode: 'demo',
    now: new Date(clock),
    checked: [
      { number: 1, promise: 'one', holds: true, checkedAt },
      { number: 2, promise: 'two', holds: false, checkedAt: null },
    ],
  });
  expect(invariants).toEqual([
    { number: 1, promise: 'one', holds: true, checkedAt: checkedAt.toISOString() },
    { number: 2, promise: 'two', holds: false, checkedAt: null },
  ]);
});

test('it has the head of the audit chain and the duration of payouts', async () => {
  const { db } = database;
  await transaction(db, async (tx) => {
    await tx.execute(sql`
      insert into resolutions (market_id, source, evidence, rehearsal, rehearsal_hash, proposed_at, approved_at,
        pays_from, started_at, ended_at, ended_as)
      select ${market.marketId}, 'admin', 'A note', '{}', '\\x', t, t, t, t, t + i * interval '100 milliseconds', 'paid'
      from generate_series(1, 120) i, (values (timestamptz '2026-01-01')) as v(t)`);
    await recordAudit(tx, { actor: { kind: 'system' }, action: 'test.note', subject: 'x' });
  });
  const { chain, payoutSeconds } = await look();
  expect(chain).toEqual({
    auditId: 1,
    at: expect.stringMatching(/Z$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  // Of the last hundred payouts: from 2.1 to 12 s.
  expect(payoutSeconds).toEqual({
    median: expect.closeTo(7.05, 6),
    p95: expect.closeTo(11.505, 6),
    markets: 100,
  });
});

test('all calls within five seconds share one reading', async () => {
  const reading = vi.spyOn(database.db, 'transaction');
  clock += 60_000;
  const at = (ms: number) => solvency(database.db, { mode: 'demo', now: new Date(clock + ms), checked: [] });
  const found = await Promise.all(Array.from({ length: 1000 }, () => at(0)));
  expect(new Set(found.map(({ at }) => at)).size).toBe(1);
  await at(4999);
  expect(reading).toHaveBeenCalledTimes(1);
  await at(5000);
  expect(reading).toHaveBeenCalledTimes(2);
  // A clock that was set back causes a new reading instead of keeping the old figures for ever.
  await at(-1);
  expect(reading).toHaveBeenCalledTimes(3);
  reading.mockRestore();
});

test('a reading that fails is not kept', async () => {
  clock += 60_000;
  const broken = vi.spyOn(database.db, 'transaction').mockRejectedValueOnce(new Error('no connection'));
  const ask = () => solvency(database.db, { mode: 'demo', now: new Date(clock), checked: [] });
  await expect(ask()).rejects.toThrow('no connection');
  expect((await ask()).marketCount).toBe(2);
  broken.mockRestore();
});

test('while a market is being paid, it owes the part not paid yet, and nothing when it has ended', async () => {
  const { db } = database;
  const owed = await returnsOf(market, 0);
  await beginSettlement(db, market.marketId, 0);
  const before = shown(await look(), market);
  expect(before?.state).toBe('resolving');
  expect(before?.worstCase).toBeCloseTo(owed, 6);
  await settleChunk(db, market.marketId, 2);
  const between = shown(await look(), market);
  expect(between?.worstCase).toBeLessThan(owed);
  expect((before?.escrow ?? 0) - (between?.escrow ?? 0)).toBeCloseTo(owed - (between?.worstCase ?? 0), 6);
  await finishSettlement(db, market.marketId);
  const after = await look();
  expect(shown(after, market)).toBeUndefined();
  expect([after.marketCount, after.escrow]).toEqual([1, 2030]);

  await beginSettlement(db, other.marketId, 'void');
  expect(shown(await look(), other)?.worstCase).toBe(30);
});

test('the figures are public', async () => {
  const app = await aTestApp(database);
  const answer = await app.http.inject({ url: '/api/solvency' });
  expect([answer.statusCode, answer.json<WireSolvency>().mode]).toEqual([200, 'demo']);
  await app.close();
});
