import { randomUUID } from 'node:crypto';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { readClock } from '../db/read-clock.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import type { SentBet } from './bet-request.ts';
import { placeBet } from './place-bet.ts';

let database: TestDatabase;
let second: Database;
/** Two processes on one database. */
let processes: [TestBetting, TestBetting];
let betting: TestBetting;
beforeAll(async () => {
  database = await createTestDatabase();
  second = await openPatiently(database.url);
  await fundTheHouse(database.db);
  processes = [aBettingProcess(database.db), aBettingProcess(second.db)];
  betting = processes[0];
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
});
afterAll(async () => {
  await second.close();
  await database.close();
});

/** Sends bets at once, alternating between the processes, and returns the results. */
async function sendAtOnce(bets: readonly SentBet[]) {
  const results = await Promise.allSettled(
    bets.map((bet, index) => placeBet(processes[index % 2 === 0 ? 0 : 1], bet)),
  );
  const placed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const codes = results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (!(result.reason instanceof HttpError)) throw result.reason;
    return [result.reason.code];
  });
  return { placed, codes };
}

async function countOf(bettor: TestBettor): Promise<{ bets: string; balance: string }> {
  const { userId } = bettor.session;
  const [row] = await rows(
    database.db,
    { bets: col.text, balance: col.text },
    sql`select (select count(*)::text from bets where user_id = ${userId}) as bets, balance::text
        from accounts where user_id = ${userId}`,
  );
  if (row === undefined) throw new Error('the bettor has no account');
  return row;
}

test('the same bet sent 200 times at once to two processes is one bet and one debit', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bet = await aQuotedBet(betting, { bettor, market, amount: 25 });
  const { placed, codes } = await sendAtOnce(Array.from({ length: 200 }, () => bet));
  expect(codes).toEqual([]);
  expect(new Set(placed.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await countOf(bettor)).toEqual({ bets: '1', balance: '975000000' });
});

test('the same signed text without quote and key, 200 times at once, is one bet', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bet = aBet(bettor, {
    ...market,
    outcomeId: market.outcomeIds[0] ?? '',
    amount: 25,
    odds: 1.9,
    key: null,
  });
  const { placed, codes } = await sendAtOnce(Array.from({ length: 200 }, () => bet));
  expect(codes).toEqual([]);
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1);
  expect(await countOf(bettor)).toEqual({ bets: '1', balance: '975000000' });
});

test('one quote spent at once under 100 keys is one bet', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bet = await aQuotedBet(betting, { bettor, market, amount: 25 });
  const { placed } = await sendAtOnce(
    Array.from({ length: 100 }, () => ({ ...bet, idempotencyKey: randomUUID() })),
  );
  expect(placed).toHaveLength(100);
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1);
  expect(await countOf(bettor)).toMatchObject({ bets: '1' });
});

test('one key at once under different bets on different markets is one bet', async () => {
  const bettor = await aBettor(database.db);
  const markets = await Promise.all(Array.from({ length: 10 }, () => aMarket(database.db)));
  const key = randomUUID();
  const bets = await Promise.all(
    markets.map((market, index) => aQuotedBet(betting, { bettor, market, amount: 5 + index, key })),
  );
  const { placed, codes } = await sendAtOnce(bets);
  expect(placed).toHaveLength(1);
  expect(codes).toEqual(Array.from({ length: 9 }, () => 'already-placed'));
  expect(await countOf(bettor)).toMatchObject({ bets: '1' });
});

test('of 500 concurrent bets, each 60% of the daily cap, exactly one is accepted', async () => {
  const bettor = await aBettor(database.db, { funds: usdc(1_000_000) });
  const markets = await Promise.all(Array.from({ length: 4 }, () => aMarket(database.db)));
  const bets = Array.from({ length: 500 }, (_, index) => {
    const market = markets[index % markets.length] ?? { marketId: '', outcomeIds: [] };
    // Odds that stay acceptable after another of these bets, so only the cap decides.
    return aBet(bettor, { ...market, outcomeId: market.outcomeIds[0] ?? '', amount: 600, odds: 1.5 });
  });
  const { placed, codes } = await sendAtOnce(bets);
  expect(placed).toHaveLength(1);
  expect(codes).toEqual(Array.from({ length: 499 }, () => 'cap-reached'));
  expect(await countOf(bettor)).toEqual({ bets: '1', balance: '999400000000' });
});

test('of 100 concurrent bets, each 60% of the funds, exactly one is accepted', async () => {
  const bettor = await aBettor(database.db, { funds: usdc(100) });
  const market = await aMarket(database.db);
  const outcomeId = market.outcomeIds[0] ?? '';
  const { placed, codes } = await sendAtOnce(
    Array.from({ length: 100 }, () => aBet(bettor, { ...market, outcomeId, amount: 60, odds: 1.5 })),
  );
  expect(placed).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['insufficient-funds']));
  expect(await countOf(bettor)).toEqual({ bets: '1', balance: '40000000' });
});

test('bets that arrive around the close are placed before it or refused, and none is lost', async () => {
  const market = await aMarket(database.db);
  const bettors = await Promise.all(Array.from({ length: 20 }, () => aBettor(database.db)));
  const outcomeId = market.outcomeIds[0] ?? '';
  const bets = bettors.flatMap((bettor) =>
    Array.from({ length: 50 }, () => aBet(bettor, { ...market, outcomeId, amount: 0.01, odds: 1.5 })),
  );
  // Even on a slow machine, some bets are answered before the close is set, and some are sent after it.
  const results = [await sendAtOnce(bets.slice(0, 150))];
  const [close] = await rows(
    database.db,
    { at: col.text },
    sql`
      update markets set ends_at = c.at, closes_at = c.at
      from (select date_trunc('milliseconds', clock_timestamp()) + interval '500 milliseconds' as at) c
      where id = ${market.marketId} returning closes_at as at`,
  );
  const endsAt = new Date(close?.at ?? 0);
  const around: ReturnType<typeof sendAtOnce>[] = [];
  for (let at = 150; at < 850; at += 10) {
    around.push(sendAtOnce(bets.slice(at, at + 10)));
    // The database closes by its own clock, which no test can move, so these bets are spread around that moment.
    await new Promise((resolve) => setTimeout(resolve, 14));
  }
  results.push(...(await Promise.all(around)));
  await expect.poll(async () => (await readClock(database.db)) > endsAt).toBe(true);
  results.push(await sendAtOnce(bets.slice(850)));
  const placed = results.flatMap((result) => result.placed);
  const codes = results.flatMap((result) => result.codes);
  expect(placed.length + codes.length).toBe(1000);
  expect(placed.length).toBeGreaterThan(100);
  expect(codes.length).toBeGreaterThan(100);
  expect(new Set(codes)).toEqual(new Set(['market-closed']));
  const [late] = await rows(
    database.db,
    { late: col.text, bets: col.text },
    sql`select count(*)::text as bets,
          (count(*) filter (where placed_at >= ${endsAt.toISOString()}::timestamptz))::text as late
        from bets where market_id = ${market.marketId}`,
  );
  expect(late).toEqual({ late: '0', bets: String(placed.length) });
});

test('bettors who bet across markets in opposite orders never deadlock', async () => {
  const markets = await Promise.all(Array.from({ length: 5 }, () => aMarket(database.db)));
  const bettors = await Promise.all(Array.from({ length: 10 }, () => aBettor(database.db)));
  const bets = Array.from({ length: 600 }, (_, index) => {
    const market = markets[index % 5] ?? { marketId: '', outcomeIds: [] };
    const bettor = bettors[(index * 7) % 10];
    if (bettor === undefined) throw new Error('no such bettor');
    return aBet(bettor, { ...market, outcomeId: market.outcomeIds[index % 2] ?? '', amount: 1, odds: 1.9 });
  });
  const { placed, codes } = await sendAtOnce(bets);
  expect(codes).toEqual([]);
  expect(placed).toHaveLength(600);
});

test('each bet of a hot market has the next version, in the order of placing', async () => {
  const market = await aMarket(database.db);
  const bettor = await aBettor(database.db);
  const outcomeId = market.outcomeIds[0] ?? '';
  await sendAtOnce(
    Array.from({ length: 250 }, () => aBet(bettor, { ...market, outcomeId, amount: 1, odds: 1.9 })),
  );
  const versions = await rows(
    database.db,
    { version: col.text },
    sql`select market_version::text as version from bets where market_id = ${market.marketId} order by seq`,
  );
  expect(versions.map(({ version }) => Number(version))).toEqual(
    Array.from({ length: 250 }, (_, i) => i + 2),
  );
});
