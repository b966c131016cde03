import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  beginSettlement,
  cashOutFor,
  finishSettlement,
  refundLate,
  sellPartFor,
  settleChunk,
} from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeBet } from '../betting/place-bet.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants, type Verdict } from './check-invariants.ts';
import { sealBooks } from './seal-books.ts';
import { newsSince, type Sums, sumsTouchedSince, sumUp, withLaterSums } from './sums.ts';
import { watchBooks } from './watch-books.ts';

let database: TestDatabase;
let betting: TestBetting;
let bettors: TestBettor[];
let markets: TestMarket[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  betting = aBettingProcess(db);
  bettors = [await aBettor(db), await aBettor(db)];
  markets = [await aMarket(db), await aMarket(db), await aFeedMarket(db)];
});
afterAll(() => database.close());

async function bet(market: number, bettor: number, outcome: number, amount: number): Promise<string> {
  const [on, who] = [markets[market], bettors[bettor]];
  if (on === undefined || who === undefined) throw new Error('no such market or bettor');
  const sent = await aQuotedBet(betting, { bettor: who, market: on, outcome, amount });
  return (await placeBet(betting, sent)).id;
}
const idOf = (market: number) => markets[market]?.marketId ?? '';
const newestEntry = async (db = database.db) =>
  (await rows(db, { id: col.text }, sql`select max(id)::text as id from entries`))[0]?.id ?? '0';
const brokenOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ offenders }) => offenders.length > 0).map(({ invariant }) => invariant.number);

async function sealAll(of = database): Promise<void> {
  const sealer = sealBooks({
    database: of,
    headFile: null,
    onHead: () => undefined,
    onError: () => undefined,
    everyMs: 3_600_000,
  });
  await vi.waitFor(async () => {
    await sealer.round();
    const isOpen = sql`id > (select coalesce(max(last_entry), 0) from seals)`;
    expect(await rows(of.db, sql`select from entries where ${isOpen}`)).toEqual([]);
  }, 120_000);
  await sealer.stop();
}

/** The changes between two checks, in turn. */
const ids: string[] = [];
const STEPS: (() => Promise<unknown>)[] = [
  async () => ids.push(await bet(0, 0, 0, 10), await bet(0, 1, 1, 20)),
  async () => ids.push(await bet(0, 0, 1, 30), await bet(2, 0, 0, 40)),
  () => cashOutFor(database.db, ids[0] ?? '', usdc(9.5)),
  // A part, and later the end of its bet: a cash-out, a refund, a payout and a void.
  () => sellPartFor(database.db, ids[3] ?? '', { stake: usdc(15), amount: usdc(12) }),
  () => cashOutFor(database.db, ids[3] ?? '', usdc(20)),
  () => sellPartFor(database.db, ids[1] ?? '', { stake: usdc(5), amount: usdc(4.7) }),
  async () => ids.push(await bet(2, 1, 1, 5), await bet(1, 1, 1, 6)),
  () => sellPartFor(database.db, ids[4] ?? '', { stake: usdc(2), amount: usdc(1.6) }),
  () => refundLate(database.db, ids[4] ?? ''),
  // A bet, its parts and its end between two checks.
  async () => {
    const id = await bet(2, 0, 0, 12);
    await sellPartFor(database.db, id, { stake: usdc(4), amount: usdc(3.2) });
    await sellPartFor(database.db, id, { stake: usdc(3), amount: usdc(2.4) });
    await cashOutFor(database.db, id, usdc(4));
  },
  () => sellPartFor(database.db, ids[5] ?? '', { stake: usdc(2.5), amount: usdc(2.4) }),
  () => beginSettlement(database.db, idOf(0), 1),
  () => settleChunk(database.db, idOf(0), 1),
  async () => ids.push(await bet(1, 0, 0, 7)),
  () => finishSettlement(database.db, idOf(0)),
  async () => {
    await beginSettlement(database.db, idOf(1), 'void');
    await finishSettlement(database.db, idOf(1));
  },
];

test('sums that continue from earlier ones equal those from the first entry on, and the books are sound by them', async () => {
  const { db } = database;
  let entryId = await newestEntry();
  let known: Sums = await sumUp(db, { kind: 'everything' }, entryId);
  for (const step of STEPS) {
    await step();
    const until = await newestEntry();
    const scope = newsSince(entryId, await sumsTouchedSince(db, known, entryId));
    expect(brokenOf(await checkInvariants(db, scope))).toEqual([]);
    const later = await sumUp(db, scope, until);
    known = withLaterSums(known, later);
    entryId = until;
    const whole = await sumUp(db, { kind: 'everything' }, until);
    for (const part of ['accounts', 'escrows', 'outcomes'] as const) {
      // Of markets that have ended, only those that changed are still known.
      expect(Object.fromEntries(known[part])).toMatchObject(Object.fromEntries(whole[part]));
    }
    expect(whole.accounts.size).toBeGreaterThan(2);
  }
  expect(known.outcomes.size).toBe(6);
});

test('a check that continues from sums finds later changes in a market and in an account of the house', async () => {
  const { db } = database;
  const reported: number[][] = [];
  const watch = watchBooks({
    db,
    isIdle: () => false,
    onBroken: (verdicts) => reported.push(brokenOf(verdicts)),
    onError: () => undefined,
  });
  await sealAll();
  expect(await watch.check()).toEqual([]);

  await bet(2, 0, 0, 8);
  await db.execute(
    sql`update markets set received = received + 1, staked = staked + 1 where id = ${idOf(2)}`,
  );
  expect(brokenOf(await watch.check())).toEqual([4, 7]);
  await db.execute(
    sql`update markets set received = received - 1, staked = staked - 1 where id = ${idOf(2)}`,
  );
  // A check of everything, as after every finding.
  expect(await watch.check()).toEqual([]);

  await bet(2, 0, 0, 9);
  await db.execute(sql`update accounts set balance = balance + 1 where market_id = ${idOf(2)}`);
  expect(brokenOf(await watch.check())).toEqual([1, 2, 4]);
  await db.execute(sql`update accounts set balance = balance - 1 where market_id = ${idOf(2)}`);
  expect(await watch.check()).toEqual([]);
  await watch.stop();
  expect(reported).toEqual([
    [4, 7],
    [1, 2, 4],
  ]);
});

test('old bets are not counted again, so a large market costs no more than its new bets', async () => {
  const { db } = database;
  // Not a market of the feed, where the bets of the same minute are checked again.
  const own = markets.push(await aMarket(db)) - 1;
  await bet(own, 0, 0, 3);
  await sealAll();
  const entryId = await newestEntry();
  const known = await sumUp(db, { kind: 'everything' }, entryId);
  await bet(own, 0, 0, 3);
  const scope = newsSince(entryId, await sumsTouchedSince(db, known, entryId));
  const undo = new Error('undo');
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table bets disable trigger user`);
      await tx.execute(sql`
        update bets set stake = stake * 2, payout = payout * 2
        where market_id = ${idOf(own)} and entry_id <= ${entryId}::bigint`);
      // The seals show changes behind them, however old.
      expect(brokenOf(await checkInvariants(tx, scope))).toEqual([10]);
      expect(brokenOf(await checkInvariants(tx, newsSince(entryId)))).toContain(7);
      throw undo;
    }),
  ).rejects.toBe(undo);
});

test('the sums of lost entries cause no alarm, however far the books have grown since', async () => {
  const lost = await createTestDatabase();
  const kept = await createTestDatabase();
  let { db } = lost;
  const watch = watchBooks({
    db: new Proxy(db, { get: (_, name) => Reflect.get(db, name) }),
    isIdle: () => false,
    onBroken: () => undefined,
    onError: () => undefined,
  });
  for (const database of [lost, kept]) await fundTheHouse(database.db);
  await aMarket(lost.db);
  await aMarket(lost.db);
  await sealAll(lost);
  expect(await watch.check()).toEqual([]);

  db = kept.db;
  const newest = async (of: TestDatabase) => BigInt(await newestEntry(of.db));
  // The pool has the same number in both books, and another sum; first the books are shorter than the summed ones.
  await aMarket(db);
  expect(await newest(kept)).toBeLessThan(await newest(lost));
  expect(await watch.check()).toEqual([]);
  db = lost.db;
  await sealAll(lost);
  expect(await watch.check()).toEqual([]);
  db = kept.db;
  await fundTheHouse(db);
  await sealAll(kept);
  await aMarket(db);
  expect(await newest(kept)).toBeGreaterThan(await newest(lost));
  expect(brokenOf(await watch.check())).toEqual([]);
  // From then on as before.
  await aMarket(db);
  expect(brokenOf(await watch.check())).toEqual([]);
  await watch.stop();
  for (const database of [lost, kept]) await database.close();
});
