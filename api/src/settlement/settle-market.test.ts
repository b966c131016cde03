import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
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
import { tried, undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { replayResults } from './replay-results.ts';
import { settleMarket } from './settle-market.ts';
import { listPaying } from './settle-store.ts';

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let betting: TestBetting;
  let admin: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
    admin = await aBettor(database.db);
  }, 120_000);
  afterEach(async () => {
    expect(await wrongAccounts(database.db)).toEqual([]);
    expect(await replayResults(database.db)).toEqual([]);
  });
  afterAll(() => database.close());

  const auditOf = (marketId: string) =>
    rows(
      database.db,
      sql`
        select actor, action, after from audit
        where subject = ${marketId} and action in ('market.settled', 'market.voided')`,
    );
  const reviewsOf = (marketId: string) =>
    rows(
      database.db,
      sql`select before, after from audit where subject = ${marketId} and action = 'market.review' order by id`,
    );
  const resolutionsOf = (marketId: string) =>
    rows(
      database.db,
      { is_started: col.bool, ended_as: col.text.orNull },
      sql`
        select started_at is not null as is_started, ended_as from resolutions where market_id = ${marketId} order by id`,
    );

  test('winners get their payouts, chunk by chunk, and the pool the rest', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bets = await manyBets(betting, { market, count: 8 });
    const before = new Map<string, bigint>();
    for (const { userId } of bets) before.set(userId, await balanceOf(db, userId));
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    const { version, escrow, ...money } = await marketOf(db, market);

    expect(await payAll(db, market, 3)).toEqual([
      'began',
      'settled-chunk',
      'settled-chunk',
      'settled-chunk',
      'ended',
    ]);
    const winners = bets.filter(({ outcome }) => outcome === 0);
    expect(await endingsOf(db, market)).toEqual(endedAs('payout', winners));
    for (const [userId, had] of before) {
      const won = winners.reduce((sum, bet) => (bet.userId === userId ? sum + bet.payout : sum), 0n);
      expect(await balanceOf(db, userId)).toBe(had + won);
    }
    expect(await marketOf(db, market)).toEqual({
      ...money,
      state: 'settled',
      version: version + 1,
      won: market.outcomeIds[0],
      settledThrough: '9',
      hasEnded: true,
      escrow: '0',
      entries: [
        ...['0', '4', '7'].map((cursor) => `settlement:${market.marketId}:${cursor}`),
        `market-remainder:${market.marketId}`,
      ],
    });
    const paid = winners.reduce((sum, bet) => sum + bet.payout, 0n);
    const toPool = BigInt(escrow ?? 0) - paid;
    expect(await auditOf(market.marketId)).toEqual([
      {
        actor: 'system',
        action: 'market.settled',
        after: {
          resolution: expect.stringMatching(/^\d+$/),
          outcomeId: market.outcomeIds[0],
          bets: 8,
          paidBets: 4,
          paid: String(paid),
          toPool: String(toPool),
        },
      },
    ]);
    expect(await resolutionsOf(market.marketId)).toEqual([{ is_started: true, ended_as: 'paid' }]);
  });

  test('each user gets one posting per chunk, whatever number of bets it is for', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bettor = await aBettor(db);
    const bets = [];
    for (const amount of [3, 4, 5]) bets.push(await aPlacedBet(betting, { bettor, market, amount }));
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    await payAll(db, market);
    const postings = await rows(
      db,
      sql`
        select p.amount::text, t.user_id from postings p
        join entries n on n.id = p.entry_id join accounts t on t.id = p.to_account
        where n.key = ${`settlement:${market.marketId}:0`}`,
    );
    const paid = bets.reduce((sum, { payout }) => sum + payout, 0n);
    expect(postings).toEqual([{ amount: String(paid), user_id: bettor.session.userId }]);
  });

  test('a void gives every open stake back, and cash-outs stay', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bets = await manyBets(betting, { market, count: 5 });
    const [sold, ...open] = bets;
    if (sold === undefined) throw new Error('there are five bets');
    await sellBack(db, { market, bet: sold, amount: usdc(0.5) });
    await decideEnd(db, { market, result: { kind: 'void' }, admin });

    expect(await payAll(db, market, 2)).toEqual([
      'began',
      'settled-chunk',
      'settled-chunk',
      'settled-chunk',
      'ended',
    ]);
    expect(await endingsOf(db, market)).toEqual(
      [...endedAs('refund', open), { id: sold.id, kind: 'cash-out', amount: '500000' }].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      ),
    );
    expect(await marketOf(db, market)).toMatchObject({
      state: 'void',
      won: null,
      hasEnded: true,
      escrow: '0',
    });
    expect(await auditOf(market.marketId)).toMatchObject([
      { action: 'market.voided', after: { outcomeId: null, bets: 4, paidBets: 4 } },
    ]);
  });

  test('a cashed-out bet gets nothing although its outcome won', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bets = await manyBets(betting, { market, count: 6 });
    const [sold, , winner] = bets;
    if (sold === undefined || winner === undefined) throw new Error('there are six bets');
    await sellBack(db, { market, bet: sold, amount: usdc(1) });
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    await payAll(db, market, 4);
    const endings = await endingsOf(db, market);
    expect(endings.filter(({ kind }) => kind === 'payout').map(({ id }) => id)).not.toContain(sold.id);
    expect(endings.filter(({ id }) => id === winner.id)).toEqual(endedAs('payout', [winner]));
    expect(await marketOf(db, market)).toMatchObject({ state: 'settled', escrow: '0' });
  });

  test('a chunk without winners writes no entry', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bettor = await aBettor(db);
    for (const outcome of [1, 1, 0, 1]) await aPlacedBet(betting, { bettor, market, outcome });
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    await payAll(db, market, 2);
    expect((await marketOf(db, market)).entries).toEqual([
      `settlement:${market.marketId}:3`,
      `market-remainder:${market.marketId}`,
    ]);
  });

  test('a market without bets gives its budget back', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    expect(await payAll(db, market)).toEqual(['began', 'ended']);
    expect(await marketOf(db, market)).toMatchObject({
      state: 'settled',
      escrow: '0',
      entries: [`market-remainder:${market.marketId}`],
    });
  });

  test('a stored winner that no result names is found, even without bets', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    await payAll(db, market);
    const { marketId, outcomeIds } = market;
    const another = outcomeIds[1] ?? '';
    const isVoid = sql`state = 'void', won_outcome_id = null`;
    for (const [tampering, found] of [
      [sql`update markets set won_outcome_id = ${another} where id = ${marketId}`, another],
      [sql`update markets set ${isVoid} where id = ${marketId}`, 'none'],
      [sql`update markets set ${isVoid}, settled_through = null where id = ${marketId}`, 'none'],
      // With another result stored as the paid one.
      [
        sql`
          with forged as (update resolutions set outcome_id = ${another} where market_id = ${marketId})
          update markets set won_outcome_id = ${another} where id = ${marketId}`,
        another,
      ],
    ] as const) {
      const differences = await undone(db, async (tx) => {
        await tx.execute(tampering);
        return replayResults(tx);
      });
      // The forged result is reported too.
      expect(differences.filter(({ what }) => what.includes(marketId))).toEqual([
        {
          entryId: null,
          what: `the outcome that won market ${marketId}`,
          expected: outcomeIds[0],
          found,
        },
      ]);
    }
  });

  test('a stored winner that differs from the result is found during the payment', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const { marketId, outcomeIds } = market;
    const another = outcomeIds[1] ?? '';
    const forged = () =>
      undone(db, async (tx) => {
        await tx.execute(sql`update markets set won_outcome_id = ${another} where id = ${marketId}`);
        return replayResults(tx);
      });
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    expect(await forged()).toMatchObject([{ expected: 'none', found: another }]);
    const begun = await undone(db, async (tx) => {
      await tx.execute(sql`update markets set settled_through = 0 where id = ${marketId}`);
      return replayResults(tx);
    });
    expect(begun).toMatchObject([{ expected: 'no payment yet: it has no result to pay', found: 'none' }]);
    expect(await settleMarket(db, { marketId, chunk: 1 })).toMatchObject({ kind: 'began' });
    expect(await forged()).toMatchObject([{ expected: outcomeIds[0], found: another }]);
    await payAll(db, market);
  });

  test('a market of the feed that was never funded ends without an entry', async () => {
    const { db } = database;
    const market = await aFeedMarket(db);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market, 1), admin });
    expect(await payAll(db, market)).toEqual(['began', 'ended']);
    expect(await marketOf(db, market)).toMatchObject({
      state: 'settled',
      won: market.outcomeIds[1],
      escrow: '0',
      entries: null,
    });
  });

  test('the books refuse bets of a server that does not count their stakes', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bettor = await aBettor(db);
    const bet = await aPlacedBet(betting, { bettor, market });
    const takeAsBefore = () =>
      tried(
        db,
        sql`update markets set received = received + 10000, version = version + 1 where id = ${market.marketId}`,
      );
    await expect(takeAsBefore()).rejects.toThrow();
    // Even after a cash-out, so that less was kept than was staked.
    await sellBack(db, { market, bet, amount: usdc(5) });
    const before = await marketOf(db, market);
    await expect(takeAsBefore()).rejects.toThrow();
    expect(await marketOf(db, market)).toEqual(before);
    await aPlacedBet(betting, { bettor, market });
  });

  test('a result that is not approved, not due or ended is left alone', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await aPlacedBet(betting, { bettor: await aBettor(db), market });
    expect(await payAll(db, market)).toEqual(['busy']);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    const setPays = (from: string) =>
      db.execute(sql`
        update resolutions set pays_from = clock_timestamp() + ${from}::interval where market_id = ${market.marketId}`);
    await setPays('2 hours');
    expect(await payAll(db, market)).toEqual(['busy']);
    expect(await resolutionsOf(market.marketId)).toEqual([{ is_started: false, ended_as: null }]);
    await setPays('-1 second');
    expect(await payAll(db, market)).toEqual(['began', 'settled-chunk', 'ended']);
    expect(await payAll(db, market)).toEqual(['busy']);
  });

  describe('when the books differ from the rehearsal', () => {
    test('the payment does not begin, is reported once, and begins when they agree again', async () => {
      const { db } = database;
      const market = await aMarket(db);
      const { marketId } = market;
      await manyBets(betting, { market, count: 4 });
      await endBetting(db, market);
      await decideEnd(db, { market, result: wonBy(market), admin });
      const owe = (more: number) =>
        db.execute(sql`
          update outcomes set open_returns = open_returns + ${more} where market_id = ${marketId}`);
      await owe(1);
      expect(await settleMarket(db, { marketId, chunk: 10 })).toEqual({
        kind: 'differs',
        isNews: true,
        hasBegun: false,
      });
      expect(await settleMarket(db, { marketId, chunk: 10 })).toEqual({
        kind: 'differs',
        isNews: false,
        hasBegun: false,
      });
      expect(await marketOf(db, market)).toMatchObject({
        review: 'rehearsal-differs',
        settledThrough: null,
        won: null,
      });
      expect(await resolutionsOf(marketId)).toEqual([{ is_started: false, ended_as: null }]);
      expect(await reviewsOf(marketId)).toEqual([
        { before: null, after: expect.objectContaining({ review: 'rehearsal-differs', paid: '0' }) },
      ]);
      await owe(-1);
      expect(await payAll(db, market)).toEqual(['began', 'settled-chunk', 'ended']);
    });

    test('late bets that wait for a refund are not paid', async () => {
      const { db } = database;
      const market = await aMarket(db);
      const { marketId } = market;
      await manyBets(betting, { market, count: 2 });
      await endBetting(db, market);
      await decideEnd(db, { market, result: wonBy(market), admin });
      await db.execute(sql`update markets set late_from = clock_timestamp() where id = ${marketId}`);
      expect(await settleMarket(db, { marketId, chunk: 10 })).toEqual({
        kind: 'differs',
        isNews: true,
        hasBegun: false,
      });
    });

    test('the payment does not end while the escrow differs, and ends automatically once it agrees', async () => {
      const { db } = database;
      const market = await aMarket(db);
      const { marketId } = market;
      await manyBets(betting, { market, count: 4 });
      await endBetting(db, market);
      await decideEnd(db, { market, result: wonBy(market), admin });
      await settleMarket(db, { marketId, chunk: 5 });
      await settleMarket(db, { marketId, chunk: 5 });
      const hold = (more: number) =>
        db.execute(sql`update accounts set balance = balance + ${more} where market_id = ${marketId}`);
      await hold(1);
      const { escrow } = await marketOf(db, market);
      for (const isNews of [true, false, false]) {
        const step = await settleMarket(db, { marketId, chunk: 5 });
        expect(step).toEqual({ kind: 'differs', isNews, hasBegun: true });
      }
      expect(await marketOf(db, market)).toMatchObject({ state: 'resolving', escrow });
      expect(await listPaying(db, 100)).toContain(marketId);
      await hold(-1);
      expect(await payAll(db, market)).toEqual(['resumed', 'ended']);
      expect(await marketOf(db, market)).toMatchObject({ state: 'settled', review: null, escrow: '0' });
      expect(await reviewsOf(marketId)).toEqual([
        {
          before: null,
          after: expect.objectContaining({ review: 'rehearsal-differs', paidBets: 2, escrow }),
        },
        { before: { review: 'rehearsal-differs' }, after: expect.objectContaining({ review: null }) },
      ]);
    });

    test('the payment does not end: the rest stays in escrow, and no process continues until all bets are stored again', async () => {
      const { db } = database;
      const market = await aMarket(db);
      const { marketId } = market;
      const bets = await manyBets(betting, { market, count: 4 });
      await endBetting(db, market);
      await decideEnd(db, { market, result: wonBy(market), admin });
      await settleMarket(db, { marketId, chunk: 2 });
      // As if a bet had been skipped.
      await db.execute(sql`update markets set settled_through = 3 where id = ${marketId}`);
      await settleMarket(db, { marketId, chunk: 5 });
      expect(await settleMarket(db, { marketId, chunk: 5 })).toEqual({
        kind: 'differs',
        isNews: true,
        hasBegun: true,
      });
      expect(await payAll(db, market)).toEqual(['differs']);
      const { state, review, escrow, entries } = await marketOf(db, market);
      expect({ state, review, entries }).toEqual({
        state: 'resolving',
        review: 'rehearsal-differs',
        entries: [`settlement:${marketId}:3`],
      });
      expect(BigInt(escrow ?? 0)).toBeGreaterThan(bets[0]?.payout ?? 0n);
      expect(await auditOf(marketId)).toEqual([]);
      // First only some of the skipped bets: nothing happens. Then all of them.
      await db.execute(sql`update markets set settled_through = 2 where id = ${marketId}`);
      expect(await payAll(db, market)).toEqual(['differs']);
      expect(await endingsOf(db, market)).toHaveLength(1);
      await db.execute(sql`update markets set settled_through = 0 where id = ${marketId}`);
      expect(await payAll(db, market)).toEqual(['resumed', 'settled-chunk', 'ended']);
      expect(await endingsOf(db, market)).toEqual(
        endedAs(
          'payout',
          bets.filter(({ outcome }) => outcome === 0),
        ),
      );
    });
  });
});
