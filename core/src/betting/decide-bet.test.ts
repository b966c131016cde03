import { freshBooks, type Order, orders, stakeOf } from '@tallystone/testkit/rules/books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBalances } from '../ledger/balance.ts';
import { betEntry } from '../ledger/bet-entry.ts';
import type { Entry } from '../ledger/entry.ts';
import { faucetGrantEntry } from '../ledger/faucet-grant-entry.ts';
import { marketOpenEntry } from '../ledger/market-open-entry.ts';
import { CENT, type MicroOdds, type MicroUsdc, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { applyBet, worstCaseOf } from '../odds/exposure.ts';
import { type FeedBook, FRESH_PRICE_MS } from '../odds/feed.ts';
import { AS_SIGNED, AT_LEAST } from '../odds/fill-rule.ts';
import { honours, type LmsrBook, maxStakeOn, oddsFor, openLmsrBook, slackOf } from '../odds/lmsr.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '../odds/parse-odds.ts';
import { bookRules } from './book-rules.ts';
import { type BetTerms, type BettableMarket, type BettorFunds, capLeftOf, decideBet } from './decide-bet.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.001Z');
const earlier = new Date('2026-11-21T11:59:59.999Z');

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

/** A market of the market maker. */
interface LmsrMarket extends BettableMarket {
  readonly book: LmsrBook;
}

const aMarket = (parts: Partial<LmsrMarket> = {}): LmsrMarket => ({
  state: 'open',
  closesAt: later,
  outcomeIds: ['o_yes', 'o_no'],
  book: openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) }),
  ...parts,
});

const someFunds = (parts: Partial<BettorFunds> = {}): BettorFunds => ({
  balance: usd(1_000),
  stakedToday: usd(0),
  dailyStakeCap: usd(1_000),
  blockedUntil: null,
  ...parts,
});

const someTerms = (parts: Partial<BetTerms> = {}): BetTerms => ({
  outcomeId: 'o_yes',
  stake: usd(25),
  odds: odds(1.99),
  quoteExpiresAt: later,
  ...parts,
});

const decide = (parts: { market?: BettableMarket; funds?: BettorFunds; terms?: BetTerms; now?: Date } = {}) =>
  decideBet(bookRules, { market: aMarket(), funds: someFunds(), terms: someTerms(), now, ...parts });

describe('decideBet accepts', () => {
  test('a bet at the current odds and returns the state after it', () => {
    expect(decide()).toEqual({
      kind: 'accepted',
      odds: odds(1.99),
      payout: usd(49.75),
      marketAfter: aMarket({
        book: {
          ...aMarket().book,
          openReturns: [usd(49.75), usd(0)],
          received: usd(25),
          openStakes: usd(25),
        },
      }),
      fundsAfter: someFunds({ balance: usd(975), stakedToday: usd(25) }),
    });
  });

  test('a bet at exactly the signed odds, even when the market would give more', () => {
    expect(decide({ terms: someTerms({ odds: odds(1.5) }) })).toMatchObject({
      kind: 'accepted',
      odds: odds(1.5),
      payout: usd(37.5),
    });
  });

  test('a bet at the current odds if the signed odds are a minimum', () => {
    const market = aMarket({ book: { ...aMarket().book, rule: AT_LEAST } });
    for (const signed of [1.01, 1.5, 1.99]) {
      expect(decide({ market, terms: someTerms({ odds: odds(signed) }) })).toMatchObject({
        kind: 'accepted',
        odds: odds(1.99),
        payout: usd(49.75),
      });
    }
  });

  test.each<[string, Parameters<typeof decide>[0]]>([
    ['one cent', { terms: someTerms({ stake: usd(0.01) }) }],
    ['without a quote', { terms: someTerms({ quoteExpiresAt: null }) }],
    ['of the whole balance', { funds: someFunds({ balance: usd(25) }) }],
    ['of all that is left of the cap', { funds: someFunds({ stakedToday: usd(975) }) }],
    ['in the moment a break ends', { funds: someFunds({ blockedUntil: now }) }],
    ['on the other outcome', { terms: someTerms({ outcomeId: 'o_no' }) }],
  ])('a bet %s', (_, parts) => {
    expect(decide(parts).kind).toBe('accepted');
  });
});

describe('decideBet refuses', () => {
  const bigBet = someTerms({ stake: usd(900), odds: odds(1.93) });

  test.each<[string, Parameters<typeof decide>[0], object]>([
    [
      'an outcome of another market',
      { terms: someTerms({ outcomeId: 'o_other' }) },
      { reason: 'unknown-outcome' },
    ],
    ['a bet in the moment of closing', { market: aMarket({ closesAt: now }) }, { reason: 'market-closed' }],
    ['a bet after closing', { market: aMarket({ closesAt: earlier }) }, { reason: 'market-closed' }],
    [
      'a bet on a suspended market',
      { market: aMarket({ state: 'suspended' }) },
      { reason: 'market-suspended' },
    ],
    ...(['closed', 'resolving', 'settled', 'void'] as const).map(
      (state): [string, Parameters<typeof decide>[0], object] => [
        `a bet on a market that is ${state}, whatever the clock says`,
        { market: aMarket({ state }) },
        { reason: 'market-closed' },
      ],
    ),
    [
      'a bet during a break',
      { funds: someFunds({ blockedUntil: later }) },
      { reason: 'self-excluded', until: later },
    ],
    ['a stake of zero', { terms: someTerms({ stake: usd(0) }) }, { reason: 'stake-too-small' }],
    ['a negative stake', { terms: someTerms({ stake: usd(-25) }) }, { reason: 'stake-too-small' }],
    ['less than a cent', { terms: someTerms({ stake: microUsdc(9_999n) }) }, { reason: 'stake-too-small' }],
    [
      'a quote in the moment it expires',
      { terms: someTerms({ quoteExpiresAt: now }) },
      { reason: 'quote-expired' },
    ],
    ['an old quote', { terms: someTerms({ quoteExpiresAt: earlier }) }, { reason: 'quote-expired' }],
    [
      'more than the market takes',
      { terms: someTerms({ stake: usd(100_000) }) },
      { reason: 'stake-too-large', maxStake: maxStakeOn(aMarket().book, 0) },
    ],
    [
      'invented odds',
      { terms: someTerms({ odds: odds(1_000) }) },
      { reason: 'odds-changed', odds: odds(1.99), maxStake: maxStakeOn(aMarket().book, 0) },
    ],
    [
      'more than is left of the cap',
      { funds: someFunds({ stakedToday: usd(975.01) }) },
      { reason: 'cap-reached', capLeft: usd(24.99) },
    ],
    [
      'any stake under a cap of zero',
      { funds: someFunds({ dailyStakeCap: usd(0) }) },
      { reason: 'cap-reached', capLeft: 0n },
    ],
    [
      'more than the balance',
      { terms: bigBet, funds: someFunds({ balance: usd(899.99) }) },
      { reason: 'insufficient-funds', balance: usd(899.99) },
    ],
  ])('%s', (_, parts, refusal) => {
    expect(decide(parts)).toEqual({ kind: 'rejected', ...refusal });
  });

  test('odds beyond any quote, with null because the market has no price either', () => {
    // So far behind that a cent's odds would exceed 1000.00.
    const book = { ...aMarket().book, openReturns: [usd(0), usd(120_000)], received: usd(115_000) };
    const terms = someTerms({ stake: usd(0.01), odds: odds(1_000.01) });
    const refusal = decide({ market: aMarket({ book }), terms });
    expect(refusal).toMatchObject({ kind: 'rejected', reason: 'odds-changed', odds: null });
  });

  test('with the first applicable reason, in this order', () => {
    const steps: [BettableMarket, BettorFunds, BetTerms][] = [
      [
        aMarket({ closesAt: now, state: 'suspended' }),
        someFunds({ balance: usd(0) }),
        someTerms({ outcomeId: 'x', stake: usd(0) }),
      ],
      [
        aMarket({ closesAt: now, state: 'suspended' }),
        someFunds({ balance: usd(0) }),
        someTerms({ stake: usd(0) }),
      ],
      [aMarket({ state: 'suspended' }), someFunds({ blockedUntil: later }), someTerms({ stake: usd(0) })],
      [aMarket({ state: 'suspended' }), someFunds({ balance: usd(0) }), someTerms({ stake: usd(0) })],
      [aMarket(), someFunds({ balance: usd(0) }), someTerms({ stake: usd(0), quoteExpiresAt: now })],
      [aMarket(), someFunds({ balance: usd(0) }), someTerms({ stake: usd(90_000), quoteExpiresAt: now })],
      [aMarket(), someFunds({ balance: usd(0) }), someTerms({ stake: usd(90_000), odds: odds(9) })],
      [aMarket(), someFunds({ balance: usd(0), dailyStakeCap: usd(0) }), someTerms({ odds: odds(9) })],
      [aMarket(), someFunds({ balance: usd(0), dailyStakeCap: usd(0) }), someTerms()],
      [aMarket(), someFunds({ balance: usd(0) }), someTerms()],
    ];
    const reasons = steps.map(([market, funds, terms]) => {
      const decision = decide({ market, funds, terms });
      return decision.kind === 'rejected' ? decision.reason : decision.kind;
    });
    expect(reasons).toEqual([
      'unknown-outcome',
      'market-closed',
      'self-excluded',
      'market-suspended',
      'stake-too-small',
      'quote-expired',
      'stake-too-large',
      'odds-changed',
      'cap-reached',
      'insufficient-funds',
    ]);
  });
});

describe('decideBet on a market of the feed', () => {
  const feedBook: FeedBook = {
    kind: 'feed',
    rule: AS_SIGNED,
    winners: 1,
    odds: [odds(2), odds(1.8)],
    pricedAt: now,
    lossBudget: usd(5_000),
    room: usd(500),
    openReturns: [usd(0), usd(0)],
    received: usd(0),
    openStakes: usd(0),
  };
  const feedMarket = (book: Partial<FeedBook> = {}, parts: Partial<BettableMarket> = {}): BettableMarket => ({
    ...aMarket(),
    ...parts,
    book: { ...feedBook, ...book },
  });
  const oldPrice = { pricedAt: new Date(now.getTime() - FRESH_PRICE_MS - 1) };
  const terms = someTerms({ odds: odds(2) });

  test('accepts at the odds of the feed, at the last moment they are fresh', () => {
    const pricedAt = new Date(now.getTime() - FRESH_PRICE_MS);
    expect(decide({ market: feedMarket({ pricedAt }), terms })).toEqual({
      kind: 'accepted',
      odds: odds(2),
      payout: usd(50),
      marketAfter: feedMarket({
        pricedAt,
        openReturns: [usd(50), usd(0)],
        received: usd(25),
        openStakes: usd(25),
      }),
      fundsAfter: someFunds({ balance: usd(975), stakedToday: usd(25) }),
    });
  });

  test('honours quoted odds up to 1% above the feed’s, and unquoted odds only up to the feed’s', () => {
    const ahead = someTerms({ odds: odds(2.02) });
    expect(decide({ market: feedMarket(), terms: ahead }).kind).toBe('accepted');
    expect(decide({ market: feedMarket(), terms: { ...ahead, quoteExpiresAt: null } })).toMatchObject({
      reason: 'odds-changed',
    });
  });

  test('fills at the feed’s current odds if the signed odds are a minimum, and never above them', () => {
    const market = feedMarket({ rule: AT_LEAST });
    for (const quoteExpiresAt of [null, later]) {
      const below = someTerms({ odds: odds(1.9), quoteExpiresAt });
      expect(decide({ market, terms: below })).toMatchObject({ odds: odds(2), payout: usd(50) });
      const ahead = someTerms({ odds: odds(2.01), quoteExpiresAt });
      expect(decide({ market, terms: ahead })).toMatchObject({ reason: 'odds-changed', odds: odds(2) });
    }
  });

  test('takes a bet that may cost the house exactly its cap', () => {
    const market = feedMarket({ room: usd(5_000) });
    const funds = someFunds({ balance: usd(5_000), dailyStakeCap: usd(5_000) });
    expect(decide({ market, funds, terms: someTerms({ stake: usd(5_000), odds: odds(2) }) }).kind).toBe(
      'accepted',
    );
  });

  test.each<[string, BettableMarket, BetTerms, object]>([
    ['odds that are too old', feedMarket(oldPrice), terms, { reason: 'feed-stale' }],
    [
      'stale odds before an admin’s suspension',
      feedMarket(oldPrice, { state: 'suspended' }),
      terms,
      { reason: 'feed-stale' },
    ],
    [
      'a closed market before the age of its odds',
      feedMarket(oldPrice, { closesAt: now }),
      terms,
      { reason: 'market-closed' },
    ],
    ['a suspended market', feedMarket({}, { state: 'suspended' }), terms, { reason: 'market-suspended' }],
    [
      'more than the market’s room',
      feedMarket(),
      someTerms({ stake: usd(500.01), odds: odds(2) }),
      { reason: 'stake-too-large', maxStake: usd(500) },
    ],
    [
      'odds more than 1% above the feed’s',
      feedMarket(),
      someTerms({ odds: odds(2.03) }),
      { reason: 'odds-changed', odds: odds(2), maxStake: usd(500) },
    ],
    [
      'a stake within the room at the current odds but beyond it at the signed odds',
      feedMarket(),
      someTerms({ stake: usd(500), odds: odds(2.02) }),
      { reason: 'odds-changed', odds: odds(2), maxStake: usd(500) },
    ],
  ])('refuses %s', (_, market, asked, refusal) => {
    expect(decide({ market, terms: asked })).toEqual({ kind: 'rejected', ...refusal });
  });

  test('throws when it has more room than money', () => {
    const market = feedMarket({ lossBudget: usd(10), room: usd(500) });
    expect(() => decide({ market, terms })).toThrow('would leave the escrow short');
  });
});

describe('decideBet where signed odds are a minimum', () => {
  const market = aMarket({ book: { ...aMarket().book, rule: AT_LEAST } });

  test.each([
    ['quoted', later],
    ['not quoted', null],
  ])('refuses odds a tick above the current ones, %s, and returns the stake’s odds', (_, quoteExpiresAt) => {
    const terms = someTerms({ odds: odds(2), quoteExpiresAt });
    expect(decide({ market, terms })).toMatchObject({ reason: 'odds-changed', odds: odds(1.99) });
    // Under the other rule the same bet is taken, because it costs the house less than 1% of its stake.
    expect(decide({ terms })).toMatchObject({ kind: 'accepted', odds: odds(2) });
  });

  test('refuses more than the market takes, however low the minimum', () => {
    const stake = microUsdc(maxStakeOn(market.book as LmsrBook, 0) + CENT);
    expect(decide({ market, terms: someTerms({ stake, odds: odds(1.01) }) })).toMatchObject({
      reason: 'stake-too-large',
    });
  });
});

describe('decideBet throws', () => {
  test('before money moves, when a market’s stored figures contradict its prices', () => {
    // No real market has such figures: a negative budget inverts the price of a near-certainty.
    const book: LmsrBook = {
      kind: 'lmsr',
      rule: AS_SIGNED,
      winners: 1,
      initialProbabilities: [0.992, 0.008],
      lossBudget: usd(-10_000),
      openReturns: [usd(0), usd(0)],
      received: usd(100_000),
      openStakes: usd(100_000),
    };
    const stake = maxStakeOn(book, 0);
    const terms = someTerms({ stake, odds: odds(1.01) });
    expect(() =>
      decide({
        market: aMarket({ book }),
        terms,
        funds: someFunds({ balance: stake, dailyStakeCap: stake }),
      }),
    ).toThrow('would leave the escrow short');
  });
});

test('the types reject facts of chain bets in a bet in the books', () => {
  const given = { market: aMarket(), funds: someFunds(), terms: someTerms(), now };
  const live = { deadline: later, isAuthorizationUsed: false };
  // @ts-expect-error
  decideBet(bookRules, { ...given, market: { ...given.market, holdable: usd(1) } });
  // @ts-expect-error
  decideBet(bookRules, { ...given, market: { ...given.market, chainLimit: usd(1) } });
  // @ts-expect-error
  decideBet(bookRules, { ...given, market: { ...given.market, chainHalt: null } });
  // @ts-expect-error
  decideBet(bookRules, { ...given, funds: { ...given.funds, waitsUntil: null } });
  // @ts-expect-error
  decideBet(bookRules, { ...given, terms: { ...given.terms, live } });
  const decision = decideBet(bookRules, given);
  // @ts-expect-error
  expect(decision.kind === 'accepted' && decision.live?.pricedOn).toBeUndefined();
});

describe('capLeftOf', () => {
  test.each([
    { stakedToday: 0, dailyStakeCap: 100, left: 100 },
    { stakedToday: 38, dailyStakeCap: 100, left: 62 },
    { stakedToday: 100, dailyStakeCap: 100, left: 0 },
    { stakedToday: 100, dailyStakeCap: 50, left: 0 },
  ])('with $stakedToday of $dailyStakeCap used is $left', ({ stakedToday, dailyStakeCap, left }) => {
    expect(capLeftOf({ stakedToday: usd(stakedToday), dailyStakeCap: usd(dailyStakeCap) })).toBe(usd(left));
  });
});

describe('whatever a crowd signs', () => {
  /** Where a bettor's odds come from: the current quote, an older quote, the best odds still honoured, or invented. */
  const manners = fc.constantFrom('fresh', 'stale', 'greedy', 'invented');
  const attempts = fc.array(
    fc.record({
      order: orders,
      manner: manners,
      age: fc.nat(5),
      invented: fc.integer({ min: 101, max: 100_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  );

  interface Attempt {
    order: Order;
    manner: 'fresh' | 'stale' | 'greedy' | 'invented';
    age: number;
    invented: number;
  }

  function signedOdds(
    history: readonly LmsrBook[],
    attempt: Attempt,
    bet: { outcome: number; stake: MicroUsdc },
  ): MicroOdds {
    const book = history.at(-1);
    if (book === undefined) throw new Error('a history begins with a book');
    const fresh = oddsFor(book, bet) ?? LOWEST_ODDS;
    switch (attempt.manner) {
      case 'fresh':
        return fresh;
      case 'stale':
        return oddsFor(history.at(-1 - attempt.age) ?? book, bet) ?? fresh;
      case 'greedy':
        return mostHonoured(book, { ...bet, odds: fresh });
      case 'invented':
        return microOdds(BigInt(attempt.invented) * ODDS_STEP);
    }
  }

  function mostHonoured(
    book: LmsrBook,
    bet: { outcome: number; stake: MicroUsdc; odds: MicroOdds },
  ): MicroOdds {
    let low = bet.odds / ODDS_STEP;
    let high = HIGHEST_ODDS / ODDS_STEP;
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (honours(book, { ...bet, odds: microOdds(middle * ODDS_STEP) })) low = middle;
      else high = middle - 1n;
    }
    return microOdds(low * ODDS_STEP);
  }

  test('the loss stays within the budget, the escrow covers the worst case and the books add up to zero', () => {
    const seen = { accepted: 0, refused: 0, aheadOfPrice: 0 };
    fc.assert(
      fc.property(freshBooks, attempts, (book, plan) => {
        const entries: Entry[] = [
          marketOpenEntry({ marketId: 'm', amount: book.lossBudget }),
          faucetGrantEntry({ userId: 'u', amount: usd(1e12) }),
        ];
        let market = aMarket({
          outcomeIds: ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, book.openReturns.length),
          book,
        });
        const history = [book];
        for (const attempt of plan) {
          const outcome = attempt.order.outcome % book.openReturns.length;
          const stake = stakeOf(market.book, attempt.order);
          const signed = signedOdds(history, attempt, { outcome, stake });
          const decision = decide({
            market,
            funds: someFunds({ balance: usd(1e12), dailyStakeCap: usd(1e12) }),
            terms: someTerms({ outcomeId: market.outcomeIds[outcome] ?? '', stake, odds: signed }),
          });
          if (decision.kind === 'rejected') {
            seen.refused += 1;
            continue;
          }
          seen.accepted += 1;
          const price = oddsFor(market.book, { outcome, stake }) ?? HIGHEST_ODDS;
          if (signed > price) seen.aheadOfPrice += 1;
          const filled = book.rule === AS_SIGNED ? signed : price;
          expect(decision.odds).toBe(filled);
          expect(filled >= signed).toBe(true);
          entries.push(betEntry({ userId: 'u', marketId: 'm', stake }));
          market = { ...market, book: applyBet(market.book, { outcome, stake, odds: filled }) };
          expect(decision.marketAfter).toEqual(market);
          history.push(market.book);

          const { received, openReturns, lossBudget } = market.book;
          for (const owed of openReturns) expect(owed - received <= lossBudget).toBe(true);
          expect(slackOf(market.book)).toBeGreaterThan(book.rule === AS_SIGNED ? 0 : -1e-6);
          const balances = computeBalances(entries);
          expect((balances.get('escrow:m') ?? 0n) >= worstCaseOf(market.book)).toBe(true);
          expect([...balances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
        }
      }),
      runs(700),
    );
    // Each case must occur often, or the property shows nothing.
    expect(seen.accepted).toBeGreaterThan(1_000);
    expect(seen.refused).toBeGreaterThan(300);
    expect(seen.aheadOfPrice).toBeGreaterThan(300);
  });
});
