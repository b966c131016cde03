import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { PROMISES } from '@tallystone/core/sentences/promises';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import {
  aFeedBet,
  aPlacedBet,
  balanceOf,
  decideEnd,
  endBetting,
  endedAs,
  endingsOf,
  manyBets,
  marketOf,
  payAll,
  sellBack,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows, value } from '../db/rows.ts';
import { textArray } from '../db/text-array.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { type LateCursor, listLateBets, refundLateBets } from './refund-late-bets.ts';
import { settleMarket } from './settle-market.ts';
import { undoResolution } from './undo-resolution.ts';

const EPOCH = sql`'epoch'::timestamptz`;

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
  }, 120_000);
  afterEach(async () => expect(await wrongAccounts(database.db)).toEqual([]));
  afterAll(() => database.close());

  /** As the feed's follower stores it: the game began at the moment of that bet. */
  const beganAt = ({ marketId }: TestMarket, { id }: { id: string }) =>
    beginEarlier(database.db, { marketId, from: placedAt(id), isClosed: true });
  const placedAt = (betId: string) => sql`(select placed_at from bets where id = ${betId})`;
  const step = async ({ marketId }: TestMarket, chunk = 5000, below: LateCursor | null = null) => {
    const took = await refundLateBets(database.db, { marketId, chunk, mode: 'demo', below });
    if (took === 'no-start') throw new Error('the audit has no start');
    return took;
  };
  const refund = async (market: TestMarket) => (await step(market)) !== null;
  const auditOf = async ({ marketId }: TestMarket) => {
    const found = await rows(
      database.db,
      { after: col.json },
      sql`
        select after from audit where subject = ${marketId} and action = 'market.refund-late-bets' order by id`,
    );
    return found.map(({ after }) => after);
  };
  const mostLostOn = (markets: TestMarket[]) =>
    value(
      database.db,
      col.usdc,
      sql`
        select sum(greatest(0, (select max(open_returns) from outcomes where market_id = m.id) - received))
        from markets m where id = any(${textArray(markets.map(({ marketId }) => marketId))})`,
    );
  const brokenPromises = async () =>
    (await checkInvariants(database.db, { kind: 'everything' })).flatMap(({ invariant, offenders }) =>
      offenders.length === 0 ? [] : [invariant.promise],
    );
  /** With the database's own clock, so bets before and after it have their own moments. */
  const pause = () => database.db.execute(sql`select pg_sleep(0.005)`);

  test('the stakes of bets from the start on are refunded exactly, and other bets stay', async () => {
    const { db } = database;
    const market = await aFeedMarket(db, { odds: [2.1, 1.8] });
    const bettor = await aBettor(db);
    const early = await aFeedBet(betting, { bettor, market, odds: 2.1, amount: 30 });
    await pause();
    const late = [
      await aFeedBet(betting, { bettor, market, odds: 2.1, amount: 20 }),
      await aFeedBet(betting, { bettor, market, outcome: 1, odds: 1.8, amount: 10 }),
    ];
    const had = await balanceOf(db, bettor.session.userId);
    await beganAt(market, late[0] ?? early);
    const { version } = await marketOf(db, market);

    expect(await listLateBets(db)).toContain(market.marketId);
    expect(await refund(market)).toBe(true);
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', late));
    expect(await balanceOf(db, bettor.session.userId)).toBe(had + BigInt(usdc(30)));
    expect(await marketOf(db, market)).toMatchObject({
      version: version + 1,
      lateFrom: null,
      funded: String(usdc(5000)),
      received: String(usdc(30)),
      openStakes: String(usdc(30)),
      openReturns: [String(usdc(63)), '0'],
      escrow: String(usdc(5030)),
      entries: [`refund:${market.marketId}:${version + 1}`],
    });
    const ends = await rows(
      db,
      sql`select distinct market_version::int as version from bet_endings where market_id = ${market.marketId}`,
    );
    expect(ends).toEqual([{ version: version + 1 }]);
    expect(await auditOf(market)).toEqual([
      { began: [expect.any(String)], bets: 2, stakes: String(usdc(30)), fromPool: '0' },
    ]);
    expect(await refund(market)).toBe(false);
    expect(await listLateBets(db)).not.toContain(market.marketId);

    // And its end pays only the bets that were in time.
    const admin = await aBettor(db);
    await decideEnd(db, { market, result: wonBy(market), admin });
    expect(await payAll(db, market)).toEqual(['began', 'settled-chunk', 'ended']);
    expect(await endingsOf(db, market)).toEqual(
      [...endedAs('refund', late), ...endedAs('payout', [early])].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  test('the books are sound after the refunds on one market, although those on another of its game had counted on its bets', async () => {
    const { db } = database;
    const caps = { odds: [2, 2], cap: usdc(100), gameCap: usdc(100) };
    const one = await aFeedMarket(db, caps);
    const two = await aFeedMarket(db, { ...caps, gameId: one.gameId });
    const bettor = await aBettor(db);
    await aFeedBet(betting, { bettor, market: one, odds: 2, amount: 60 });
    await pause();
    // It covers the bet before, so that the game's cap has room for a bet on the other market.
    const cover = await aFeedBet(betting, { bettor, market: one, outcome: 1, odds: 2, amount: 60 });
    await aFeedBet(betting, { bettor, market: two, odds: 2, amount: 90 });
    for (const { marketId } of [one, two])
      await beginEarlier(db, { marketId, from: placedAt(cover.id), isClosed: true });

    expect(await refund(one)).toBe(true);
    expect(await mostLostOn([one, two])).toBe(usdc(150));
    expect(await brokenPromises()).toEqual([]);
    // No more than the refunded stakes comes on top of the cap.
    const setGameCap = (cap: MicroUsdc) =>
      db.execute(sql`update games set cap = ${cap.toString()}::bigint where id = ${one.gameId}`);
    await setGameCap(microUsdc(usdc(90) - 1n));
    expect(await brokenPromises()).toEqual([PROMISES['promise-game'], PROMISES['promise-starts']]);
    await setGameCap(usdc(100));
    expect(await refund(two)).toBe(true);
    expect(await mostLostOn([one, two])).toBe(usdc(60));
    expect(await brokenPromises()).toEqual([]);
  });

  test('more bets than one chunk are refunded newest first, and none twice', async () => {
    const { db } = database;
    const market = await aFeedMarket(db);
    const bets = await manyBets(betting, { market, count: 7 });
    const [first, second, ...others] = bets;
    if (first === undefined || second === undefined) throw new Error('there are seven bets');
    await beginEarlier(db, { marketId: market.marketId, from: placedAt(second.id) });
    const taken: number[] = [];
    const takeNext = async (below: LateCursor | null) => {
      const took = await step(market, 4, below);
      taken.push((await endingsOf(db, market)).length);
      return took?.below ?? null;
    };
    const below = await takeNext(null);
    expect(below).not.toBeNull();
    expect(await takeNext(below)).toBeNull();
    // Only a look from the newest bet on shows that there are no others.
    expect((await marketOf(db, market)).lateFrom).not.toBeNull();
    await takeNext(null);
    expect((await marketOf(db, market)).lateFrom).toBeNull();
    expect(await refund(market)).toBe(false);
    const late = [second, ...others];
    // If two bets share a millisecond, the first is late too.
    const given = await endingsOf(db, market);
    expect(given).toEqual(endedAs('refund', given.length === 7 ? bets : late));
    expect(taken).toEqual([4, given.length, given.length]);
    expect((await auditOf(market)).map((after) => (after as { bets: number }).bets)).toEqual([
      4,
      given.length - 4,
    ]);
  });

  test('each chunk begins below the last one, and bets that came meanwhile are found at the end', async () => {
    const { db } = database;
    const market = await aFeedMarket(db);
    const bets = await manyBets(betting, { market, count: 5 });
    await beginEarlier(db, { marketId: market.marketId, from: EPOCH });
    const took = await step(market, 2);
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets.slice(3)));
    await pause();
    const newest = await aFeedBet(betting, { bettor: await aBettor(db), market, odds: 2.1 });
    await beginEarlier(db, { marketId: market.marketId, from: EPOCH });
    expect(await step(market, 2, took?.below)).toEqual({
      below: { placedAt: expect.any(String), version: '3' },
    });
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets.slice(1)));
    // Below the very first there are none, which says nothing about those above.
    const { version } = await marketOf(db, market);
    expect(await step(market, 2, { placedAt: '2000-01-01', version: '1' })).toEqual({ below: null });
    expect(await marketOf(db, market)).toMatchObject({ version, lateFrom: expect.any(String) });
    expect(await step(market, 2)).toEqual({ below: null });
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', [...bets, newest]));
    expect(await marketOf(db, market)).toMatchObject({ lateFrom: null, openStakes: '0', received: '0' });
  });

  test('a void replaces refunds that are under way, and no stake is refunded twice', async () => {
    const { db } = database;
    const market = await aFeedMarket(db);
    const { marketId } = market;
    const bets = await manyBets(betting, { market, count: 6 });
    await endBetting(db, market);
    await beginEarlier(db, { marketId, from: placedAt(bets[1]?.id ?? '') });
    const admin = await aBettor(db);
    const took = await step(market, 2);
    await expect(decideEnd(db, { market, result: wonBy(market), admin })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    await decideEnd(db, { market, result: { kind: 'void' }, admin });
    // While the void is under way, nothing changes what was rehearsed.
    expect(await step(market, 2, took?.below)).toBeNull();
    expect(await endingsOf(db, market)).toHaveLength(2);
    expect(await settleMarket(db, { marketId, chunk: 3 })).toEqual({ kind: 'began' });
    expect((await marketOf(db, market)).lateFrom).toBeNull();
    expect(await payAll(db, market, 3)).toEqual(['settled-chunk', 'settled-chunk', 'ended']);
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets));
    expect(await marketOf(db, market)).toMatchObject({ state: 'void', escrow: '0' });
  });

  test('after a void is taken back, late bets are refunded', async () => {
    const { db } = database;
    const market = await aFeedMarket(db);
    const { marketId } = market;
    const bets = await manyBets(betting, { market, count: 2 });
    await endBetting(db, market);
    await beginEarlier(db, { marketId, from: EPOCH });
    const admin = await aBettor(db);
    await decideEnd(db, { market, result: { kind: 'void' }, admin });
    const actor = { kind: 'admin', userId: admin.session.userId, address: admin.wallet.text } as const;
    await undoResolution(db, { marketId, reason: 'It was played', actor });
    expect(await refund(market)).toBe(true);
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets));
    expect(await marketOf(db, market)).toMatchObject({ state: 'closed', lateFrom: null });
  });

  test('cash-outs stay, and the pool adds what the escrow then lacks', async () => {
    const { db } = database;
    const market = await aFeedMarket(db, { cap: usdc(1000) });
    const bettor = await aBettor(db);
    const winner = await aPlacedBet(betting, { bettor, market, amount: 100 });
    const sold = await aPlacedBet(betting, { bettor, market, outcome: 1, amount: 50 });
    await pause();
    const late = await aPlacedBet(betting, { bettor, market, outcome: 1, amount: 60 });
    // Paid more than the market ever received for it, from the late stakes.
    const amount = usdc(1050);
    await sellBack(db, { market, bet: sold, amount });
    await beganAt(market, late);
    const before = await marketOf(db, market);
    const escrow = BigInt(before.escrow ?? 0);
    const owed = winner.payout;
    const missing = owed - (escrow - late.stake);
    expect(missing).toBeGreaterThan(0n);
    expect(escrow).toBeGreaterThan(late.stake);

    expect(await refund(market)).toBe(true);
    const after = await marketOf(db, market);
    expect(after).toMatchObject({
      escrow: String(owed),
      funded: String(BigInt(before.funded) + missing),
      openReturns: [String(winner.payout), '0'],
      openStakes: String(winner.stake),
    });
    expect(BigInt(after.escrow ?? 0)).toBe(BigInt(after.funded) + BigInt(after.received));
    expect(await auditOf(market)).toMatchObject([{ bets: 1, fromPool: String(missing) }]);
    const topUps = await rows(
      db,
      sql`
        select p.amount::text, n.kind from entries n join postings p on p.entry_id = n.id
        where n.key = ${`market-top-up:${market.marketId}:${after.version}`}`,
    );
    expect(topUps).toEqual([{ amount: String(missing), kind: 'market-top-up' }]);
    expect(await endingsOf(db, market)).toEqual(
      [...endedAs('refund', [late]), { id: sold.id, kind: 'cash-out', amount: String(amount) }].sort(
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    );
    // All bets can be paid.
    await decideEnd(db, { market, result: wonBy(market), admin: await aBettor(db) });
    expect(await payAll(db, market)).toEqual(['began', 'settled-chunk', 'ended']);
  });

  test('where two outcomes win, the pool adds what both lack after a cash-out that late stakes had paid for', async () => {
    const { db } = database;
    const { gameId } = await aFeedMarket(db);
    const odds = [1.25, 1.3, 1.9];
    const market = await aFeedMarket(db, { gameId, odds, winners: 2, cap: usdc(100) });
    const bettor = await aBettor(db);
    const bet = (outcome: number, amount: number) =>
      aFeedBet(betting, { bettor, market, outcome, odds: odds[outcome] ?? 0, amount });
    await bet(2, 100);
    await bet(0, 40);
    const sold = await bet(1, 40);
    await pause();
    const late = await bet(1, 30);
    await sellBack(db, { market, bet: sold, amount: usdc(90) });
    await beganAt(market, late);
    expect(await refund(market)).toBe(true);
    // 190 and 50 are owed on the two outcomes; 140 and the cap are there, less 50 that the sale paid beyond its stake.
    expect(await auditOf(market)).toMatchObject([{ bets: 1, fromPool: String(usdc(50)) }]);
    await decideEnd(db, { market, result: wonBy(market, 0, 2), admin: await aBettor(db) });
    expect(await payAll(db, market)).toEqual(['began', 'settled-chunk', 'ended']);
  });

  test('if the pool is too small, nothing is refunded until it is funded', async () => {
    const { db } = database;
    const market = await aFeedMarket(db, { cap: usdc(1000) });
    const bettor = await aBettor(db);
    await aPlacedBet(betting, { bettor, market, amount: 100 });
    const sold = await aPlacedBet(betting, { bettor, market, outcome: 1, amount: 50 });
    await pause();
    const late = await aPlacedBet(betting, { bettor, market, outcome: 1, amount: 60 });
    await sellBack(db, { market, bet: sold, amount: usdc(1050) });
    await beganAt(market, late);
    const before = await marketOf(db, market);
    const movePool = (from: 'pool' | 'fees', to: 'pool' | 'fees', amount: MicroUsdc) =>
      transaction(db, (tx) =>
        recordEntries(tx, [
          {
            key: `test:${from}:${market.marketId}`,
            entry: { kind: 'market-open', postings: [{ from: { kind: from }, to: { kind: to }, amount }] },
          },
        ]),
      );
    const [pool] = await rows(
      db,
      { balance: col.text },
      sql`select balance::text from accounts where kind = 'pool'`,
    );
    const all = microUsdc(BigInt(pool?.balance ?? 0));
    await movePool('pool', 'fees', all);
    const refundLive = () => refundLateBets(db, { marketId: market.marketId, chunk: 10, mode: 'live' });
    await expect(refundLive()).rejects.toThrow();
    expect(await marketOf(db, market)).toEqual(before);
    await movePool('fees', 'pool', all);
    expect(await refundLive()).toEqual({ below: null });
    expect(await marketOf(db, market)).toMatchObject({ lateFrom: null });
  });

  test('without late bets the mark is removed, and nothing else is written', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await manyBets(betting, { market, count: 2 });
    await db.execute(sql`
      update markets set late_from = clock_timestamp() + interval '1 hour' where id = ${market.marketId}`);
    expect(await refund(market)).toBe(true);
    expect(await marketOf(db, market)).toMatchObject({ lateFrom: null, entries: null });
    expect(await auditOf(market)).toEqual([]);
  });

  test('while an end is under way, no bet is refunded apart from it', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await manyBets(betting, { market, count: 2 });
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin: await aBettor(db) });
    await db.execute(sql`update markets set late_from = 'epoch' where id = ${market.marketId}`);
    expect(await listLateBets(db)).not.toContain(market.marketId);
    expect(await refund(market)).toBe(false);
    expect(await refundLateBets(db, { marketId: 'm_none', chunk: 1, mode: 'live' })).toBeNull();
    expect(await endingsOf(db, market)).toEqual([]);
  });
});

test('on PostgreSQL a slow refund of many late bets succeeds: its statement may take half a minute', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const market = await aFeedMarket(db, { odds: [2.1, 1.8] });
  const bettor = await aBettor(db);
  const late = await aFeedBet(aBettingProcess(db), { bettor, market, odds: 2.1 });
  const from = sql`(select placed_at from bets where id = ${late.id})`;
  await beginEarlier(db, { marketId: market.marketId, from });
  await db.execute(sql`create table limits_met (statement_timeout text)`);
  await db.execute(sql`
    create function note() returns trigger language plpgsql as $$
      begin insert into limits_met values (current_setting('statement_timeout')); return new; end $$`);
  await db.execute(
    sql`create trigger notes before insert on bet_endings for each row execute function note()`,
  );
  expect(await refundLateBets(db, { marketId: market.marketId, chunk: 5000, mode: 'demo' })).toEqual({
    below: null,
  });
  expect(await rows(db, sql`select * from limits_met`)).toEqual([{ statement_timeout: '30s' }]);
  expect(await endingsOf(db, market)).toEqual(endedAs('refund', [late]));
  await database.close();
});
