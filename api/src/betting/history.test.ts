import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { payOutBets } from '../ledger/pay-out-bets.ts';
import { betStatsOf } from './bet-stats.ts';
import { cashOut } from './cash-out.ts';
import { listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { profit } from './profit.ts';
import { statement } from './statement.ts';

const DAY_MS = 86_400_000;

describe.each(movedEngines)('what users see of their bets on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
  });
  afterAll(() => database.close());

  const aLongMarket = (title: string) =>
    aMarket(database.db, { title, endsAt: new Date(Date.now() + 90 * DAY_MS) });
  const bet = (bettor: TestBettor, market: TestMarket, amount: number, outcome = 0) =>
    placeBet(
      betting,
      aBet(bettor, { ...market, outcomeId: market.outcomeIds[outcome] ?? '', amount, odds: 1.5 }),
    );
  const listOf = ({ session }: TestBettor) =>
    listBets(database.db, { userId: session.userId, family: 'evm', before: null, mode: 'demo' });
  const statementOf = ({ session }: TestBettor, before: string | null = null) =>
    statement(database.db, { userId: session.userId, before });
  const profitOf = ({ session }: TestBettor) =>
    profit(database.db, { userId: session.userId, now: database.now() });

  /**
   * Ends the bets of a market up to a version like settlement: the outcome at a place won, or none for null.
   *
   * @param through null for all bets, and then the market ends too
   */
  async function settle(
    { marketId, outcomeIds }: TestMarket,
    { won, through = null }: { won: number | null; through?: number | null },
  ): Promise<void> {
    const outcomeId = won === null ? null : (outcomeIds[won] ?? '');
    const chosen = outcomeId === null ? sql`true` : sql`b.outcome_id = ${outcomeId}`;
    await database.db.execute(
      sql`update markets set state = 'closed', version = version + 1 where id = ${marketId}`,
    );
    await database.db.execute(sql`
      update markets set state = 'resolving', won_outcome_id = ${outcomeId} where id = ${marketId}`);
    await transaction(database.db, (tx) =>
      payOutBets(tx, {
        marketId,
        kind: 'settlement',
        key: `settlement:${marketId}:0`,
        ending: { kind: won === null ? 'refund' : 'payout', marketVersion: null },
        payments: sql`
          select b.id as bet_id, b.user_id, ${won === null ? sql`b.stake` : sql`b.payout`} as amount from bets b
          where b.market_id = ${marketId} and ${chosen}
            ${through === null ? sql`` : sql`and b.market_version <= ${through}`}
            and not exists (select from bet_endings e where e.bet_id = b.id)`,
      }),
    );
    await database.db.execute(sql`
      update markets set settled_through = ${through ?? 1_000_000}::bigint where id = ${marketId}`);
    if (through !== null) return;
    await database.db.execute(sql`
      update markets set state = ${won === null ? 'void' : 'settled'}, ended_at = clock_timestamp()
      where id = ${marketId}`);
  }

  test('each bet has its result, what was paid for it and its profit', async () => {
    const bettor = await aBettor(database.db);
    const [first, second, third, fourth] = [
      await aLongMarket('Settled'),
      await aLongMarket('Void'),
      await aLongMarket('Sold'),
      await aLongMarket('Open'),
    ];
    const won = await bet(bettor, first, 100);
    const lost = await bet(bettor, first, 50, 1);
    const voided = await bet(bettor, second, 30);
    const sold = await bet(bettor, third, 20);
    const kept = await bet(bettor, fourth, 10);
    expect(await betStatsOf(database.db, bettor.session.userId)).toEqual({
      totalBets: 5,
      combos: 0,
      activeBets: 5,
      totalWagered: 210,
      endedBets: 0,
      profit: 0,
      openStakes: 210,
    });
    await database.advance(60_000);
    await cashOut(betting, aCashOut(bettor, { betId: sold.id, amount: 12.5 }));
    await settle(first, { won: 0 });
    await settle(second, { won: null });

    const listed = await listOf(bettor);
    const ended = { status: 'settled', endedAt: expect.any(String) };
    expect(listed).toMatchObject([
      {
        id: kept.id,
        status: 'confirmed',
        market: { title: 'Open', state: 'open' },
        cashOut: expect.any(Number),
      },
      { ...ended, id: sold.id, result: 'cashed-out', paid: 12.5, profit: -7.5 },
      { ...ended, id: voided.id, result: 'void', paid: 30, profit: 0, market: { state: 'void' } },
      { ...ended, id: lost.id, result: 'lost', paid: 0, profit: -50, market: { state: 'settled' } },
      { ...ended, id: won.id, result: 'won', paid: won.totalReturn, profit: won.potentialWin },
    ]);
    for (const key of ['result', 'paid', 'profit', 'endedAt']) expect(listed[0]).not.toHaveProperty(key);
    for (const each of listed.slice(1)) expect(each).not.toHaveProperty('cashOut');
    expect(await betStatsOf(database.db, bettor.session.userId)).toEqual({
      totalBets: 5,
      combos: 0,
      activeBets: 1,
      totalWagered: 210,
      endedBets: 4,
      profit: expect.closeTo(won.potentialWin - 57.5, 6),
      openStakes: 10,
    });
    expect((await profitOf(bettor)).total).toBeCloseTo(won.potentialWin - 57.5, 6);
    // None of it belongs to another user.
    const stranger = await aBettor(database.db);
    expect(await listOf(stranger)).toEqual([]);
    expect((await profitOf(stranger)).total).toBe(0);
    expect(await statementOf(stranger)).toMatchObject([{ kind: 'faucet-grant' }]);
    // Bets that have ended cannot be cashed out, and markets that have ended take no bets.
    for (const [market, placed] of [
      [first, won],
      [first, lost],
      [second, voided],
    ] as const) {
      await expect(cashOut(betting, aCashOut(bettor, { betId: placed.id, amount: 1 }))).rejects.toMatchObject(
        {
          code: 'cash-out-unavailable',
          message: expect.stringMatching(/^This position has ended/),
        },
      );
      await expect(bet(bettor, market, 1)).rejects.toMatchObject({ code: 'market-closed' });
    }
  });

  test('while a market is being paid, its bets end in their order', async () => {
    const bettor = await aBettor(database.db);
    const market = await aLongMarket('Being paid');
    await bet(bettor, market, 10, 0);
    const winner = await bet(bettor, market, 20, 1);
    await bet(bettor, market, 30, 0);
    await settle(market, { won: 1, through: 3 });
    const [third, second, first] = await listOf(bettor);
    expect(third).toMatchObject({ status: 'confirmed', market: { state: 'resolving' } });
    expect(second).toMatchObject({ status: 'settled', result: 'won', paid: winner.totalReturn });
    expect(first).toMatchObject({ status: 'settled', result: 'lost', paid: 0, profit: -10 });
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      activeBets: 1,
      endedBets: 2,
      profit: expect.closeTo(winner.potentialWin - 10, 6),
    });
    // Lost bets end with their market, whose day is not known yet.
    expect(first).not.toHaveProperty('endedAt');
    expect((await profitOf(bettor)).total).toBe(winner.potentialWin);
  });

  test('the statement has every entry with the balance after it, and the bets it is about', async () => {
    const bettor = await aBettor(database.db);
    const market = await aLongMarket('Paid');
    const other = await aLongMarket('Sold');
    const won = await bet(bettor, market, 100);
    const lost = await bet(bettor, market, 50.25, 1);
    const sold = await bet(bettor, other, 20);
    await database.advance(60_000);
    const { endedAt } = await cashOut(betting, aCashOut(bettor, { betId: sold.id, amount: 12.5 }));
    await settle(market, { won: 0 });
    const named = (betId: string, marketTitle: string, outcomeName: string, amount: number) => [
      { betId, marketTitle, outcomeName, amount },
    ];
    const found = await statementOf(bettor);
    const expected = [
      {
        kind: 'settlement',
        amount: won.totalReturn,
        balance: expect.closeTo(842.25 + won.totalReturn, 6),
        bets: named(won.id, 'Paid', 'Yes', won.totalReturn),
      },
      { kind: 'cash-out', amount: 12.5, balance: 842.25, bets: named(sold.id, 'Sold', 'Yes', 12.5) },
      { kind: 'bet', amount: -20, balance: 829.75, bets: named(sold.id, 'Sold', 'Yes', -20) },
      { kind: 'bet', amount: -50.25, balance: 849.75, bets: named(lost.id, 'Paid', 'No', -50.25) },
      { kind: 'bet', amount: -100, balance: 900, bets: named(won.id, 'Paid', 'Yes', -100) },
      { kind: 'faucet-grant', amount: 1000, balance: 1000, bets: [] },
    ];
    const unknown = { id: expect.any(Number), at: expect.any(String) };
    expect(found).toEqual(expected.map((row) => ({ ...row, ...unknown, betCount: row.bets.length })));
    expect(new Date(found[1]?.at ?? 0).getTime()).toBeLessThan(new Date(endedAt ?? 0).getTime() + 60_000);
    const [account] = await rows(
      database.db,
      { balance: col.text },
      sql`select balance::text from accounts where user_id = ${bettor.session.userId}`,
    );
    expect(account?.balance).toBe(String(usdc(found[0]?.balance ?? 0)));
  });

  test('the statement comes 100 entries at a time, and names at most 20 bets of one', async () => {
    const bettor = await aBettor(database.db);
    const partner = await aBettor(database.db);
    const market = await aLongMarket('Busy');
    const placed = await Promise.all(
      Array.from({ length: 130 }, (_, i) => bet(i % 5 === 0 ? partner : bettor, market, 1)),
    );
    await settle(market, { won: 0 });
    const pages = [await statementOf(bettor)];
    for (;;) {
      const last = pages.at(-1)?.at(-1);
      if (last === undefined) break;
      pages.push(await statementOf(bettor, String(last.id)));
    }
    expect(pages.map((page) => page.length)).toEqual([100, 6, 0]);
    const all = pages.flat();
    for (const [i, row] of all.entries()) {
      const before = all[i + 1]?.balance ?? 0;
      expect(row.balance).toBeCloseTo(before + row.amount, 6);
      if (i > 0) expect(row.id).toBeLessThan(all[i - 1]?.id ?? 0);
    }
    // 104 of the 130 are this bettor's, paid by one entry.
    expect(placed).toHaveLength(130);
    const own = placed.filter((_, i) => i % 5 !== 0);
    const paid = own.reduce((sum, { totalReturn }) => sum + totalReturn, 0);
    expect(all[0]).toMatchObject({ kind: 'settlement', amount: expect.closeTo(paid, 6), betCount: 104 });
    expect(all[0]?.bets).toHaveLength(20);
    for (const { betId, amount } of all[0]?.bets ?? []) {
      expect(amount).toBe(own.find(({ id }) => id === betId)?.totalReturn);
    }
  });

  test.each(['', '0', '-1', '1.5', 'b_x', '1e3', '99999999999999999'])(
    'a page of the statement before %j is refused',
    async (before) => {
      await expect(statementOf(await aBettor(database.db), before)).rejects.toMatchObject({
        code: 'invalid-request',
      });
    },
  );

  test('profit counts on the UTC day on which a bet ended, over 30 days', async () => {
    const bettor = await aBettor(database.db);
    const [first, second] = [await aLongMarket('First'), await aLongMarket('Second')];
    const sold = await bet(bettor, first, 100);
    await bet(bettor, first, 10, 1);
    const winner = await bet(bettor, second, 40);
    await bet(bettor, second, 5, 1);
    // A minute after the next midnight in UTC, so that the days below are whole.
    const midnight = Math.ceil(database.now().getTime() / DAY_MS) * DAY_MS;
    await database.advance(midnight + 60_000 - database.now().getTime());
    await cashOut(betting, aCashOut(bettor, { betId: sold.id, amount: 60 }));
    await database.advance(DAY_MS);
    await settle(first, { won: 0 });
    await settle(second, { won: 0 });

    const usdcSum = (...amounts: number[]) => Number(amounts.reduce((sum, each) => sum + each, 0).toFixed(6));
    const nextDay = usdcSum(winner.potentialWin, -10, -5);
    const day = (ahead: number) => new Date(midnight + ahead * DAY_MS).toISOString().slice(0, 10);
    const found = await profitOf(bettor);
    expect(found.days).toHaveLength(30);
    expect(found.days.map(({ day: each }) => each)).toEqual(
      Array.from({ length: 30 }, (_, i) => day(i - 28)),
    );
    expect(found.days.filter(({ profit: each }) => each !== 0)).toEqual([
      { day: day(0), profit: -40 },
      // The lost 10 and 5, and the profit of the 40.
      { day: day(1), profit: nextDay },
    ]);
    expect(found.total).toBe(usdcSum(-40, nextDay));
    // A day and a bit apart, so the steps are hours.
    expect(found.points.map(({ profit: each }) => each)).toEqual([-40, nextDay]);
    expect(found.points.map(({ at }) => at.slice(0, 10))).toEqual([day(0), day(1)]);
    // 29 days later the day of the cash-out has left the chart.
    await database.advance(29 * DAY_MS);
    const later = await profitOf(bettor);
    expect(later.days[0]).toEqual({ day: day(1), profit: nextDay });
    expect(later.total).toBe(nextDay);
    expect(later.points).toEqual(found.points);
  });
});
