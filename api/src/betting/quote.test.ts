import { microOdds } from '@tallystone/core/money/micro-usdc';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuote,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from './place-bet.ts';
import { quote } from './quote.ts';
import { openQuote, sealQuote } from './quote-token.ts';

let database: TestDatabase;
let betting: TestBetting;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
});
afterAll(() => database.close());

const nobody = { session: null, amount: '10' };

test("a bettor's quote has a token, its expiry and what is left of the cap", async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 100 }));
  const before = Date.now();
  const quoted = await aQuote(betting, { bettor, market, amount: 10 });
  expect(quoted).toMatchObject({
    quoteId: expect.stringMatching(/^q_[a-z2-7]{20}\./),
    marketId: market.marketId,
    outcomeId: market.outcomeIds[0],
    amount: 10,
    capLeft: 900,
    version: 2,
  });
  expect(quoted.totalReturn).toBeCloseTo(10 * quoted.odds, 9);
  expect(quoted.potentialWin).toBeCloseTo(10 * (quoted.odds - 1), 9);
  expect(new Date(quoted.expiresAt ?? '').getTime()).toBeGreaterThanOrEqual(before + 120_000);
});

test('an anonymous quote has odds and no token', async () => {
  const market = await aMarket(database.db);
  const quoted = await quote(betting, { ...market, outcomeId: market.outcomeIds[1] ?? '', ...nobody });
  expect(quoted.odds).toBeGreaterThan(1.9);
  expect(Object.keys(quoted)).not.toContain('quoteId');
  expect(Object.keys(quoted)).not.toContain('capLeft');
  expect(Object.keys(quoted)).not.toContain('expiresAt');
});

test('the quoted maximum can be quoted, and a cent more cannot', async () => {
  const market = await aMarket(database.db);
  const outcomeId = market.outcomeIds[0] ?? '';
  const { maxStake } = await quote(betting, { ...market, outcomeId, ...nobody });
  await expect(
    quote(betting, { ...market, outcomeId, session: null, amount: maxStake.toFixed(2) }),
  ).resolves.toMatchObject({ amount: maxStake });
  await expect(
    quote(betting, { ...market, outcomeId, session: null, amount: (maxStake + 0.01).toFixed(2) }),
  ).rejects.toMatchObject({ code: 'stake-too-large', facts: { maxStake } });
});

test.each(['', '-1', '1e3', '0x1', '1.234', 'NaN'])('the amount %j is not quoted', async (amount) => {
  const market = await aMarket(database.db);
  await expect(
    quote(betting, { ...market, outcomeId: market.outcomeIds[0] ?? '', session: null, amount }),
  ).rejects.toMatchObject({ code: 'invalid-request' });
});

test('a market that takes no bets is not quoted', async () => {
  const market = await aMarket(database.db);
  const ended = await aMarket(database.db, { endsAt: new Date(Date.now() - 1) });
  const ask = (marketId: string, outcomeId: string, amount = '10') =>
    quote(betting, { marketId, outcomeId, amount, session: null });
  const [yes = ''] = market.outcomeIds;
  await expect(ask('m_none', yes)).rejects.toMatchObject({ code: 'unknown-market' });
  await expect(ask(market.marketId, 'o_none')).rejects.toMatchObject({ code: 'unknown-outcome' });
  await expect(ask(market.marketId, yes, '0')).rejects.toMatchObject({ code: 'stake-too-small' });
  await expect(ask(ended.marketId, ended.outcomeIds[0] ?? '')).rejects.toMatchObject({
    code: 'market-closed',
  });
});

test('a token opens only for its own terms and under its own key', () => {
  const key = new Uint8Array(32).fill(1);
  const terms = {
    userId: 'u',
    marketId: 'm',
    outcomeId: 'o',
    stake: usdc(5),
    odds: microOdds(2_000_000n),
  };
  const now = new Date('2026-11-21T03:00:00Z');
  const { token, expiresAt } = sealQuote(key, terms, now);
  expect(expiresAt).toEqual(new Date('2026-11-21T03:02:00Z'));
  expect(openQuote(key, terms, token)).toEqual({ quoteId: token.slice(0, 22), expiresAt });
  expect(openQuote(new Uint8Array(32), terms, token)).toBeNull();
  for (const other of [
    { userId: 'v' },
    { marketId: 'n' },
    { outcomeId: 'p' },
    { stake: usdc(6) },
    { odds: microOdds(2_010_000n) },
  ]) {
    expect(openQuote(key, { ...terms, ...other }, token)).toBeNull();
  }
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    expect(openQuote(key, terms, changed)).toBeNull();
  }
});
