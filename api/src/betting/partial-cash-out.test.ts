import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  anAutomaticCashOut,
  aPartialCashOut,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { replayEntries } from '../ledger/replay-entries.ts';
import { setAutomaticCashOut } from './automatic-cash-out.ts';
import { betStatsOf } from './bet-stats.ts';
import { cashOut, quoteCashOut } from './cash-out.ts';
import { listBets, listPositions } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';
import { replaySignatures } from './replay-signatures.ts';
import { statement } from './statement.ts';

describe.each(movedEngines)('the cash-out of a part of a bet on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
  });
  afterEach(async () => {
    for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
      expect(offenders).toEqual([]);
    }
    expect(await replayBets(database.db)).toMatchObject({ differences: [], prices: [] });
    expect((await replaySignatures(database.db)).differences).toEqual([]);
    expect((await replayEntries(database.db)).differences).toEqual([]);
  });
  afterAll(() => database.close());

  async function aBet(amount: number, { market = null as TestMarket | null, outcome = 0 } = {}) {
    const on = market ?? (await aMarket(database.db));
    const bettor = await aBettor(database.db);
    const { id } = await placeBet(
      betting,
      await aQuotedBet(betting, { bettor, market: on, outcome, amount }),
    );
    await database.advance(60_000);
    return { bettor, market: on, betId: id };
  }
  const quoteOf = ({ bettor, betId }: { bettor: TestBettor; betId: string }, stake?: string) =>
    quoteCashOut(betting, { session: bettor.session, betId, stake });
  const sellPart = (
    { bettor, betId }: { bettor: TestBettor; betId: string },
    part: { stake: number | string; of: number | string; amount: number | string },
  ) => cashOut(betting, aPartialCashOut(bettor, { betId, ...part }));
  const listOf = ({ session }: TestBettor) =>
    listBets(database.db, { userId: session.userId, family: 'evm', mode: 'demo', before: null });

  test('pays what was quoted for it, and the rest stays open', async () => {
    const sold = await aBet(100);
    const { bettor, betId } = sold;
    const whole = await quoteOf(sold);
    const quoted = await quoteOf(sold, '40');
    expect(whole).toMatchObject({ openStake: 100 });
    expect(quoted.openStake).toBe(100);
    const amount = quoted.amount ?? 0;
    expect(amount).toBeGreaterThan(39);
    // The whole bet moved the price up, and its first part is sold at the price that it left.
    expect(amount).toBeLessThan(41);
    const answer = await sellPart(sold, { stake: 40, of: 100, amount });
    expect(answer).toEqual({
      betId,
      amount,
      stake: 40,
      profit: Math.round((amount - 40) * 100) / 100,
      endedAt: expect.any(String),
    });
    const [listed] = await listOf(bettor);
    expect(listed).toMatchObject({ status: 'confirmed', amount: 100, sold: { stake: 40, paid: amount } });
    expect(listed).not.toHaveProperty('result');
    const rest = await quoteOf(sold);
    expect(rest.openStake).toBe(60);
    expect(listed?.cashOut).toBe(rest.amount);
    expect(
      await listPositions(database.db, { userId: bettor.session.userId, family: 'evm', mode: 'demo' }),
    ).toEqual([listed]);
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      openStakes: 60,
      profit: answer.profit,
      activeBets: 1,
    });
    const [line] = await statement(database.db, { userId: bettor.session.userId, before: null });
    expect(line).toMatchObject({ kind: 'cash-out', amount, betCount: 1, bets: [{ betId, amount }] });
  });
});
