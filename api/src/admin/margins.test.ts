import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo } from '@tallystone/testkit/betting/combos.ts';
import { sellPartFor } from '@tallystone/testkit/betting/endings.ts';
import {
  aFeedBet,
  aPlacedBet,
  decideEnd,
  endBetting,
  payAll,
  sellBack,
  wonBy,
} from '@tallystone/testkit/betting/settling.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeCombo } from '../combos/place-combo.ts';
import { listMarketsWithLegs, resolveLegs } from '../combos/resolve-legs.ts';
import type { Db } from '../db/db.ts';
import { analytics } from './analytics.ts';
import { margins } from './margins.ts';

let database: TestDatabase;
let db: Db;
let betting: TestBetting;
let bettor: TestBettor;
let admin: TestBettor;
let winner: TestMarket & { gameId: string };
let own: TestMarket;
let totals: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await fundTheHouse(db);
  betting = aBettingProcess(db);
  bettor = await aBettor(db, { cap: null });
  admin = await aBettor(db);
  winner = await aFeedMarket(db, { title: 'Arsenal - Chelsea', odds: [1.9, 1.9] });
  totals = await aFeedMarket(db, { gameId: winner.gameId, odds: [1.9, null] });
  const other = await aFeedMarket(db, { title: 'Real - Atletico', odds: [2, 2] });
  const canceled = await aFeedMarket(db, { title: 'Porto - Braga', odds: [1.9, 1.9] });
  own = await aMarket(db, { category: 'politics', subcategory: 'elections' });
  await aFeedBet(betting, { bettor, market: winner, odds: 1.9, amount: 100 });
  await moveFeedOdds(db, winner, [1.8, 2]);
  await aFeedBet(betting, { bettor, market: winner, outcome: 1, odds: 2, amount: 50 });
  // Without all odds nothing says which margin 1.9 has.
  await aFeedBet(betting, { bettor, market: totals, odds: 1.9, amount: 20 });
  await moveFeedOdds(db, totals, [1.9, 1.9]);
  const sold = await aFeedBet(betting, { bettor, market: totals, odds: 1.9, amount: 10 });
  await sellBack(db, { market: totals, bet: sold, amount: usdc(9) });
  await aFeedBet(betting, { bettor, market: canceled, odds: 1.9, amount: 40 });
  await aPlacedBet(betting, { bettor, market: own, outcome: 1, amount: 30 });
  await placeCombo(
    betting,
    aCombo(bettor, { legs: [{ market: winner }, { market: other }], amount: 10, odds: 3.6 }),
  );
  await end(canceled, { kind: 'void' });
  await end(own, wonBy(own));
  await end(totals, wonBy(totals, 1));
  await end(winner, wonBy(winner));
  await end(other, wonBy(other, 1));
});
afterAll(() => database.close());

async function end(market: TestMarket, result: ReturnType<typeof wonBy> | { kind: 'void' }): Promise<void> {
  await endBetting(db, market);
  await decideEnd(db, { market, result, admin });
  await payAll(db, market);
  for (const marketId of await listMarketsWithLegs(db, 10)) await resolveLegs(db, { marketId, chunk: 100 });
}
const near = (amount: number) => expect.closeTo(amount, 6);
const read = (range: { from?: string; to?: string } = {}) => margins(db, { now: new Date(), ...range });

describe('the margins', () => {
  // Winner: 5% of 100; then 2 wins 47.3684% of the time, so 50 - 100 * 0.473684 = 2.631579. Kept: 150 - 190.
  // Totals: 20 without a promise, lost; 10 at 5%, sold for 9. Kept: 30 - 9.
  const game = {
    ...{ turnover: 180, kept: -19, bets: 4 },
    ...{ promised: near(8.131579), promisedTurnover: 160, promisedBets: 3 },
  };

  test('say for a game what the odds promised at the time of each bet, and what was kept', async () => {
    const { lines, left } = (await read()).game;
    expect(lines).toEqual([
      { gameId: winner.gameId, title: 'Arsenal vs Chelsea', ...game, standardError: null },
      {
        ...{ marketId: own.marketId, title: expect.any(String) },
        ...{ turnover: 30, kept: 30, bets: 1, promised: 0, promisedTurnover: 0, promisedBets: 0 },
        standardError: null,
      },
    ]);
    expect(left).toBe(0);
  });

  test('sum games by league, day and type', async () => {
    const { league, day, type } = await read();
    expect(league.lines).toMatchObject([
      { league: 'Premier League, England', ...game },
      { category: 'politics', kept: 30 },
    ]);
    // Two observations, -19 of 180 and 30 of 30: a mean of 11 / 210, deviations of 28.428571, sqrt(2 * 2 * d²) / 210.
    expect(day.lines).toMatchObject([{ turnover: 210, kept: 11, bets: 5, standardError: near(0.270748) }]);
    expect(type.lines).toMatchObject([
      { group: 'result', ...game },
      { category: 'politics', kept: 30 },
    ]);
  });

  test('of a combo multiply the chances of its selections, in no group but in the total', async () => {
    const { combos, total } = await read();
    // At 1.8 and 2 of fair chances 0.526316 and 0.5: 10 - 36 * 0.263158.
    expect(combos).toEqual({
      ...{ turnover: 10, kept: 10, bets: 1, promised: near(0.526316), promisedTurnover: 10, promisedBets: 1 },
      standardError: null,
    });
    expect(total).toMatchObject({ turnover: 220, kept: 21, bets: 6, promisedTurnover: 170, promisedBets: 4 });
  });

  test('leave out returned stakes, and keep what the books say was the profit of the house', async () => {
    const found = await read();
    expect(found.refunded).toBe(1);
    const { profitPerDay } = await analytics(db, { now: new Date() });
    expect(found.total.kept).toBe(profitPerDay.reduce((sum, { profit }) => sum + profit, 0));
  });

  test('are of the asked days, at most 366, in which the markets ended', async () => {
    const before = await read({ from: '2020-01-01', to: '2020-01-31' });
    expect(before).toMatchObject({ from: '2020-01-01', to: '2020-01-31', refunded: 0 });
    expect(before.total).toMatchObject({ turnover: 0, bets: 0, standardError: null });
    expect(await read({ from: '2020-01-01', to: '2026-01-01' })).toMatchObject({ from: '2025-01-01' });
    await expect(read({ from: '2026-02-30' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test('keep what was sold of a bet before its rest was returned', async () => {
    const before = await read();
    const voided = await aFeedMarket(db, { title: 'Lyon - Nice', odds: [1.9, 1.9] });
    const { id } = await aFeedBet(betting, { bettor, market: voided, odds: 1.9, amount: 40 });
    await sellPartFor(db, id, { stake: usdc(10), amount: usdc(8) });
    await end(voided, { kind: 'void' });
    const after = await read();
    expect(after.refunded).toBe(before.refunded + 1);
    expect(after.total).toMatchObject({
      ...{ turnover: before.total.turnover + 10, kept: before.total.kept + 2, bets: before.total.bets + 1 },
      // 5% of what was sold.
      promised: near(before.total.promised + 0.5),
    });
    const { profitPerDay } = await analytics(db, { now: new Date() });
    expect(after.total.kept).toBe(profitPerDay.reduce((sum, { profit }) => sum + profit, 0));
  });
});
