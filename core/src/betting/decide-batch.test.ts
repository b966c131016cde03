import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { AS_SIGNED } from '../odds/fill-rule.ts';
import { openLmsrBook } from '../odds/lmsr.ts';
import { ODDS_STEP } from '../odds/parse-odds.ts';
import { bookRules } from './book-rules.ts';
import {
  type BatchedBet,
  type BetIdentity,
  decideBatch,
  type EarlierBet,
  SIGNED_REPEAT_WINDOW_MS,
} from './decide-batch.ts';
import { type BetTerms, type BettableMarket, type BettorFunds, decideBet } from './decide-bet.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const agoMs = (ms: number) => new Date(now.getTime() - ms);

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);

const market: BettableMarket = {
  state: 'open',
  closesAt: new Date('2026-11-21T13:00:00.000Z'),
  outcomeIds: ['o_yes', 'o_no'],
  book: openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) }),
};

const funds = new Map<string, BettorFunds>(
  ['ann', 'bob'].map((user) => [
    user,
    { balance: usd(1_000), stakedToday: usd(0), dailyStakeCap: usd(100), blockedUntil: null },
  ]),
);

const aBet = (identity: Partial<BetIdentity> = {}, terms: Partial<BetTerms> = {}): BatchedBet => ({
  identity: {
    userId: 'ann',
    quoteId: null,
    idempotencyKey: null,
    bodyHash: 'body',
    signedHash: 'signed',
    ...identity,
  },
  terms: {
    outcomeId: 'o_yes',
    stake: usd(10),
    odds: microOdds(190n * ODDS_STEP),
    quoteExpiresAt: null,
    ...terms,
  },
});

const anEarlier = (identity: Partial<BetIdentity> = {}, placedAt = agoMs(1_000)): EarlierBet => ({
  ...aBet(identity).identity,
  betId: 'b_before',
  placedAt,
});

const decide = (bets: readonly BatchedBet[], earlier: readonly EarlierBet[] = []) =>
  decideBatch(bookRules, { market, funds, earlier, bets, now });

const kinds = (bets: readonly BatchedBet[], earlier: readonly EarlierBet[] = []) =>
  decide(bets, earlier).map((decision) => (decision.kind === 'rejected' ? decision.reason : decision.kind));

/** Which requests count as the same bet, as a readable table; both come from the same user. */
const sameness = [
  {
    name: 'the same key and body',
    first: { idempotencyKey: 'k', bodyHash: '1' },
    again: { idempotencyKey: 'k', bodyHash: '1', signedHash: 'other' },
    verdict: 'same',
  },
  {
    name: 'the same key with another body',
    first: { idempotencyKey: 'k', bodyHash: '1' },
    again: { idempotencyKey: 'k', bodyHash: '2' },
    verdict: 'conflict',
  },
  {
    name: 'the same key with another body on the same quote',
    first: { idempotencyKey: 'k', quoteId: 'q', bodyHash: '1' },
    again: { idempotencyKey: 'k', quoteId: 'q', bodyHash: '2' },
    verdict: 'conflict',
  },
  {
    name: 'the same quote under another key',
    first: { idempotencyKey: 'k', quoteId: 'q' },
    again: { idempotencyKey: 'l', quoteId: 'q' },
    verdict: 'same',
  },
  { name: 'the same quote without a key', first: { quoteId: 'q' }, again: { quoteId: 'q' }, verdict: 'same' },
  {
    name: 'the same signature under another quote',
    first: { quoteId: 'q' },
    again: { quoteId: 'r' },
    verdict: 'different',
  },
  {
    name: 'the same signature under another key',
    first: { idempotencyKey: 'k' },
    again: { idempotencyKey: 'l' },
    verdict: 'different',
  },
  { name: 'the same signature, neither quote nor key', first: {}, again: {}, verdict: 'same' },
  {
    name: 'the same signature, now without its quote',
    first: { quoteId: 'q' },
    again: {},
    verdict: 'same',
  },
  {
    name: 'another signature, neither quote nor key',
    first: { signedHash: '1' },
    again: { signedHash: '2' },
    verdict: 'different',
  },
] as const;

describe.each(sameness)('$name', ({ first, again, verdict }) => {
  test(`as a bet placed before is ${verdict}`, () => {
    const expected = {
      same: { kind: 'repeated', betId: 'b_before' },
      conflict: { kind: 'rejected', reason: 'already-placed' },
      different: expect.objectContaining({ kind: 'accepted' }),
    }[verdict];
    expect(decide([aBet(again)], [anEarlier(first)])).toEqual([expected]);
  });

  test(`as a bet of the same batch is ${verdict}`, () => {
    const expected = {
      same: { kind: 'repeated-in-batch', index: 1 },
      conflict: { kind: 'rejected', reason: 'already-placed' },
      different: expect.objectContaining({ kind: 'accepted' }),
    }[verdict];
    const [, , last] = decide([aBet({ userId: 'bob' }), aBet(first), aBet(again)]);
    expect(last).toEqual(expected);
  });

  test('by another user is always another bet', () => {
    expect(kinds([aBet({ ...again, userId: 'bob' })], [anEarlier(first)])).toEqual(['accepted']);
    expect(kinds([aBet(first), aBet({ ...again, userId: 'bob' })])).toEqual(['accepted', 'accepted']);
  });
});

describe('a bet with neither quote nor key', () => {
  test.each([
    { ageMs: SIGNED_REPEAT_WINDOW_MS - 1, kind: 'repeated' },
    { ageMs: SIGNED_REPEAT_WINDOW_MS, kind: 'accepted' },
  ])('signed alike $ageMs ms ago is $kind', ({ ageMs, kind }) => {
    expect(kinds([aBet()], [anEarlier({}, agoMs(ageMs))])).toEqual([kind]);
  });
});

describe('a quote or key', () => {
  test('counts however long ago it was used', () => {
    const earlier = [anEarlier({ idempotencyKey: 'k', quoteId: 'q' }, new Date(0))];
    expect(kinds([aBet({ idempotencyKey: 'k' }), aBet({ quoteId: 'q' })], earlier)).toEqual([
      'repeated',
      'repeated',
    ]);
  });

  test('isn’t used up by a refused bet', () => {
    const refused = aBet({ idempotencyKey: 'k', quoteId: 'q', bodyHash: '1' }, { stake: usd(101) });
    const again = aBet({ idempotencyKey: 'k', quoteId: 'q', bodyHash: '2' });
    expect(kinds([refused, again])).toEqual(['cap-reached', 'accepted']);
  });

  test('sent 200 times at once makes one bet', () => {
    const decisions = kinds(Array.from({ length: 200 }, () => aBet({ idempotencyKey: 'k' })));
    expect(decisions.filter((kind) => kind === 'accepted')).toHaveLength(1);
    expect(decisions.filter((kind) => kind === 'repeated-in-batch')).toHaveLength(199);
  });

  test('answers a retry even when the bettor has nothing left', () => {
    const broke = new Map([
      ['ann', { balance: usd(0), stakedToday: usd(100), dailyStakeCap: usd(100), blockedUntil: null }],
    ]);
    const earlier = [anEarlier({ idempotencyKey: 'k' })];
    const bets = [aBet({ idempotencyKey: 'k' })];
    expect(decideBatch(bookRules, { market, funds: broke, earlier, bets, now })).toEqual([
      { kind: 'repeated', betId: 'b_before' },
    ]);
  });
});

describe('bets of one batch', () => {
  const keyed = (key: string, terms: Partial<BetTerms> = {}, userId = 'ann') =>
    aBet({ idempotencyKey: key, userId }, terms);

  test('share one cap: of 500 bets that each take 60% of it, one is accepted', () => {
    const decisions = kinds(Array.from({ length: 500 }, (_, i) => keyed(`k${i}`, { stake: usd(60) })));
    expect(decisions.filter((kind) => kind === 'accepted')).toHaveLength(1);
    expect(decisions.filter((kind) => kind === 'cap-reached')).toHaveLength(499);
  });

  test('move the price for later bets', () => {
    const rich = new Map([
      ['ann', { balance: usd(1e6), stakedToday: usd(0), dailyStakeCap: usd(1e6), blockedUntil: null }],
    ]);
    const big = { stake: usd(5_000), odds: microOdds(170n * ODDS_STEP) };
    const decisions = decideBatch(bookRules, {
      market,
      funds: rich,
      earlier: [],
      bets: [keyed('1', big), keyed('2', big)],
      now,
    });
    expect(decisions).toMatchObject([{ kind: 'accepted' }, { kind: 'rejected', reason: 'odds-changed' }]);
  });

  test('leave the input unchanged', () => {
    const purse = new Map(funds);
    decideBatch(bookRules, { market, funds: purse, earlier: [], bets: [keyed('1'), keyed('2')], now });
    expect(purse).toEqual(funds);
    expect(market.book.openReturns).toEqual([0n, 0n]);
  });

  test('need the funds of every bettor', () => {
    expect(() => decide([aBet({ userId: 'eve' })])).toThrow('no funds were loaded for user eve');
  });

  test('are decided as if they arrived one by one', () => {
    const bets = fc.array(
      fc.record({
        userId: fc.constantFrom('ann', 'bob'),
        outcomeId: fc.constantFrom('o_yes', 'o_no', 'o_other'),
        stake: fc.integer({ min: 0, max: 6_000 }).map((cents) => usd(cents / 100)),
        odds: fc
          .integer({ min: 150, max: 250 })
          .map((hundredths) => microOdds(BigInt(hundredths) * ODDS_STEP)),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(bets, (list) => {
        const batch = list.map(({ userId, ...terms }, i) => keyed(`k${i}`, terms, userId));
        let current = market;
        const purse = new Map(funds);
        const oneByOne = batch.map(({ identity, terms }) => {
          const bettor = purse.get(identity.userId);
          if (bettor === undefined) throw new Error('every bettor has funds here');
          const decision = decideBet(bookRules, { market: current, funds: bettor, terms, now });
          if (decision.kind === 'accepted') {
            current = decision.marketAfter;
            purse.set(identity.userId, decision.fundsAfter);
          }
          return decision;
        });
        expect(decide(batch)).toEqual(oneByOne);
      }),
      runs(100),
    );
  });

  test('never take a bettor below zero or over the cap', () => {
    const stakes = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(stakes, fc.integer({ min: 0, max: 200 }), (list, balance) => {
        const purse = new Map([
          [
            'ann',
            { balance: usd(balance), stakedToday: usd(20), dailyStakeCap: usd(100), blockedUntil: null },
          ],
        ]);
        const bets = list.map((cents, i) => keyed(`k${i}`, { stake: usd(cents / 100) }));
        const staked = decideBatch(bookRules, { market, funds: purse, earlier: [], bets, now }).reduce(
          (sum, decision, i) => (decision.kind === 'accepted' ? sum + (bets[i]?.terms.stake ?? 0n) : sum),
          0n,
        );
        expect(staked <= usd(balance) && staked <= usd(80)).toBe(true);
      }),
      runs(100),
    );
  });
});
