import { freshBooksAsSigned, type Order, orders } from '@tallystone/testkit/rules/books.ts';
import { freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookMaxStake, bookOdds } from '../odds/book.ts';
import { applyBet, exposureOf } from '../odds/exposure.ts';
import { AS_SIGNED, AT_LEAST } from '../odds/fill-rule.ts';
import { openLmsrBook } from '../odds/lmsr.ts';
import { ODDS_STEP } from '../odds/parse-odds.ts';
import { addPendingBet, dropPendingBet, pendingExposureOf, withPending } from '../odds/pending.ts';
import { bookRules } from './book-rules.ts';
import { type ChainBet, chainRules, mostAffordable } from './chain-rules.ts';
import { decideBet } from './decide-bet.ts';

type LiveMarket = ChainBet['market'];
type LiveFunds = ChainBet['funds'];
type LiveTerms = ChainBet['terms'];

const now = new Date('2026-11-21T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const PLENTY = microUsdc(10n ** 18n);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

const aMarket = (parts: Partial<LiveMarket> = {}): LiveMarket => ({
  state: 'open',
  closesAt: inSeconds(3600),
  outcomeIds: ['o_yes', 'o_no'],
  book: openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) }),
  chainHalt: null,
  holdable: usd(100_000),
  chainLimit: usd(100_000),
  ...parts,
});

const someFunds = (parts: Partial<LiveFunds> = {}): LiveFunds => ({
  balance: usd(1_000),
  stakedToday: usd(0),
  dailyStakeCap: usd(1_000),
  blockedUntil: null,
  waitsUntil: null,
  ...parts,
});

const someTerms = (parts: Partial<LiveTerms> = {}): LiveTerms => ({
  outcomeId: 'o_yes',
  stake: usd(25),
  odds: odds(1.99),
  quoteExpiresAt: inSeconds(60),
  live: { deadline: inSeconds(120), isAuthorizationUsed: false },
  ...parts,
});

const decide = (parts: { market?: LiveMarket; funds?: LiveFunds; terms?: LiveTerms } = {}) =>
  decideBet(chainRules, { market: aMarket(), funds: someFunds(), terms: someTerms(), now, ...parts });

test('on a suspended market it is refused with the contract’s halt', () => {
  const refused = { kind: 'rejected', reason: 'market-suspended' };
  const suspended = (parts: Partial<LiveMarket>) =>
    decide({ market: aMarket({ state: 'suspended', ...parts }) });
  expect(suspended({})).toEqual(refused);
  expect(suspended({ chainHalt: null })).toEqual(refused);
  expect(suspended({ chainHalt: 'opening' })).toEqual({ ...refused, chainHalt: 'opening' });
  expect(suspended({ chainHalt: 'refused' })).toEqual({ ...refused, chainHalt: 'refused' });
});

test('the contract’s limit lowers the largest stake and never raises it', () => {
  const { book } = aMarket();
  const most = (chainLimit: MicroUsdc) =>
    mostAffordable(book, { outcome: 0, odds: odds(2), market: { ...aMarket(), chainLimit } });
  expect(most(usd(20_000))).toBe(usd(10_000));
  expect(most(usd(9_999))).toBe(usd(9_999));
});

test('a live bet on a market that fills at better odds than signed throws', () => {
  const book = { ...aMarket().book, rule: AT_LEAST };
  expect(() => decide({ market: aMarket({ book }) })).toThrow('exactly the signed odds');
});

describe('a live bet is accepted', () => {
  test('as pending: the market owes nothing for it yet, and the pool holds its whole payout', () => {
    const market = aMarket();
    expect(decide({ market })).toEqual({
      kind: 'accepted',
      odds: odds(1.99),
      payout: usd(49.75),
      marketAfter: {
        ...market,
        book: addPendingBet(market.book, { outcome: 0, stake: usd(25), odds: odds(1.99) }),
        holdable: usd(99_950.25),
      },
      fundsAfter: someFunds({ balance: usd(975), stakedToday: usd(25) }),
      live: { pricedOn: [usd(0), usd(0)], acceptedUntil: inSeconds(30) },
    });
  });

  test('at a price that includes pending bets on its outcome, which it returns', () => {
    const first = { outcome: 0, stake: usd(100), odds: odds(1.9) };
    const book = addPendingBet(addPendingBet(aMarket().book, first), { ...first, outcome: 1 });
    const decision = decide({ market: aMarket({ book }), terms: someTerms({ odds: odds(1.95) }) });
    expect(decision).toMatchObject({ kind: 'accepted', live: { pricedOn: [usd(190), usd(0)] } });
  });

  test('with all that the pool can still hold', () => {
    const terms = someTerms({ odds: odds(1.9) });
    const decision = decide({ market: aMarket({ holdable: usd(47.5) }), terms });
    expect(decision).toMatchObject({ kind: 'accepted', marketAfter: { holdable: 0n } });
  });

  test.each([usd(22.5), usd(20_000)])('with all that the contract lets the house lose: %s', (chainLimit) => {
    const terms = someTerms({ odds: odds(1.9) });
    expect(decide({ market: aMarket({ chainLimit }), terms }).kind).toBe('accepted');
  });

  test('only with every fact it depends on, as the types require', () => {
    const given = { market: aMarket(), funds: someFunds(), terms: someTerms(), now };
    const without = <T, K extends keyof T>(facts: T, _missing: K): Omit<T, K> => facts;
    // @ts-expect-error
    decideBet(chainRules, { ...given, market: without(given.market, 'holdable') });
    // @ts-expect-error
    decideBet(chainRules, { ...given, market: without(given.market, 'chainLimit') });
    // @ts-expect-error
    decideBet(chainRules, { ...given, market: without(given.market, 'chainHalt') });
    // @ts-expect-error
    decideBet(chainRules, { ...given, funds: without(given.funds, 'waitsUntil') });
    // @ts-expect-error
    decideBet(chainRules, { ...given, terms: without(given.terms, 'live') });
    const decision = decideBet(chainRules, given);
    expect(decision.kind === 'accepted' && decision.live.pricedOn).toHaveLength(2);
  });
});

describe('a live bet is refused', () => {
  test.each<[string, Parameters<typeof decide>[0], object]>([
    [
      'while its wallet waits',
      { funds: someFunds({ waitsUntil: inSeconds(1) }) },
      { reason: 'live-wait', until: inSeconds(1) },
    ],
    [
      'during a break, which takes precedence',
      { funds: someFunds({ waitsUntil: inSeconds(1), blockedUntil: inSeconds(2) }) },
      { reason: 'self-excluded', until: inSeconds(2) },
    ],
    [
      'when its authorization was used or cancelled',
      { terms: someTerms({ live: { deadline: inSeconds(120), isAuthorizationUsed: true } }) },
      { reason: 'signature-invalid' },
    ],
    [
      'too shortly before the close to reach a block',
      { market: aMarket({ closesAt: inSeconds(19) }) },
      { reason: 'market-closed' },
    ],
    [
      'when the wallet holds less',
      { funds: someFunds({ balance: usd(24.99) }) },
      { reason: 'insufficient-funds', balance: usd(24.99) },
    ],
    [
      'when pending bets have used the cap',
      { funds: someFunds({ stakedToday: usd(980) }) },
      { reason: 'cap-reached', capLeft: usd(20) },
    ],
    [
      'when the pool can’t hold its payout',
      { market: aMarket({ holdable: usd(47.49) }), terms: someTerms({ odds: odds(1.9) }) },
      { reason: 'stake-too-large', maxStake: usd(24.99) },
    ],
    [
      'when the pool has zero or less',
      { market: aMarket({ holdable: usd(-100) }) },
      { reason: 'stake-too-large', maxStake: 0n },
    ],
    [
      'when the house could lose more on it than the contract allows yet',
      { market: aMarket({ chainLimit: usd(22.49) }), terms: someTerms({ odds: odds(1.9) }) },
      { reason: 'stake-too-large', maxStake: usd(24.98) },
    ],
  ])('%s', (_, parts, refusal) => {
    expect(decide(parts)).toEqual({ kind: 'rejected', ...refusal });
  });

  test('is taken from the moment its wallet’s wait ends', () => {
    expect(decide({ funds: someFunds({ waitsUntil: now }) }).kind).toBe('accepted');
  });

  test('at odds that ignore pending bets on its outcome', () => {
    const book = addPendingBet(aMarket().book, { outcome: 0, stake: usd(500), odds: odds(1.9) });
    expect(decide({ market: aMarket({ book }) })).toMatchObject({ reason: 'odds-changed' });
  });

  test('at odds raised by pending bets on the other outcome', () => {
    const book = addPendingBet(aMarket().book, { outcome: 1, stake: usd(500), odds: odds(1.9) });
    const terms = someTerms({ odds: odds(2.05) });
    expect(decide({ market: aMarket({ book }), terms })).toMatchObject({
      reason: 'odds-changed',
      odds: odds(1.99),
    });
    // Once they stay, these are the odds.
    const stayed = applyBet(aMarket().book, { outcome: 1, stake: usd(500), odds: odds(1.9) });
    expect(decide({ market: aMarket({ book: stayed }), terms }).kind).toBe('accepted');
  });

  test('when the house could not bear it if all others fail', () => {
    const odds101 = odds(101);
    const feed: Book = {
      kind: 'feed',
      rule: AS_SIGNED,
      winners: 1,
      odds: [odds101, odds(1.05)],
      pricedAt: now,
      lossBudget: usd(1000),
      room: usd(1000),
      openReturns: [usd(0), usd(0)],
      received: usd(0),
      openStakes: usd(0),
    };
    // Its stake would cover a part of the other outcome, but may never arrive.
    const book = addPendingBet(feed, { outcome: 1, stake: usd(500), odds: odds(1.05) });
    const terms = someTerms({ stake: usd(10.01), odds: odds101 });
    expect(decide({ market: aMarket({ book }), terms })).toMatchObject({
      reason: 'stake-too-large',
      maxStake: usd(10),
    });
    expect(decide({ market: aMarket({ book }), terms: { ...terms, stake: usd(10) } }).kind).toBe('accepted');
  });

  test('never only for missing slack: a bet that costs nothing is limited by counting', () => {
    const worn = { ...aMarket().book, received: usd(-150) };
    expect(decide({ market: aMarket({ book: worn }) }).kind).toBe('accepted');
    const { live: _, ...terms } = someTerms();
    const { state, closesAt, outcomeIds } = aMarket();
    const market = { state, closesAt, outcomeIds, book: worn };
    const { waitsUntil: _w, ...funds } = someFunds();
    expect(decideBet(bookRules, { market, funds, terms, now })).toMatchObject({ reason: 'odds-changed' });
  });
});

test('a market that could cost more than its budget already breaks a promise', () => {
  const book = { ...aMarket().book, openReturns: [usd(0), usd(12_000)] };
  const terms = someTerms({ odds: odds(1.01) });
  expect(() => decide({ market: aMarket({ book }), terms })).toThrow('could cost more than the loss budget');
});

/** What hostile bettors do: bet at current or slightly better quotes, and let any bets fail. */
type Move =
  | { kind: 'bet'; order: Order; above: bigint }
  | { kind: 'decide'; which: number; stays: boolean }
  | { kind: 'decide-all'; staysOn: number };

const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      order: orders,
      above: fc.bigInt({ min: -2n, max: 3n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), which: fc.nat(50), stays: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide-all' as const), staysOn: fc.nat(5) }) },
);

test('whatever hostile bettors let fail, the house never loses more than its budget', () => {
  fc.assert(
    fc.property(
      fc.oneof(freshBooksAsSigned, freshFeedBooks),
      fc.array(moves, { minLength: 5, maxLength: 40 }),
      (fresh: Book, course) => {
        const outcomes = fresh.openReturns.length;
        const budget = fresh.kind === 'lmsr' ? fresh.lossBudget : fresh.room;
        const outcomeIds = Array.from({ length: outcomes }, (_, j) => `o_${j}`);
        let book: Book = withPending(fresh);
        let pending: { outcome: number; stake: typeof budget; odds: ReturnType<typeof odds> }[] = [];
        const end = (bet: (typeof pending)[number], stays: boolean) => {
          pending = pending.filter((each) => each !== bet);
          const dropped = dropPendingBet(book, bet);
          book = stays ? applyBet(dropped, bet) : dropped;
        };
        for (const move of course) {
          if (move.kind === 'bet') {
            const outcome = move.order.outcome % outcomes;
            const most = Number(bookMaxStake(book, outcome) / CENT);
            const stake = microUsdc(BigInt(Math.max(1, Math.floor(most * move.order.share))) * CENT);
            const quoted = bookOdds(book, { outcome, stake });
            if (quoted === null) continue;
            const terms = someTerms({
              outcomeId: `o_${outcome}`,
              stake,
              odds: microOdds(quoted + move.above * ODDS_STEP),
            });
            const decision = decideBet(chainRules, {
              market: aMarket({ outcomeIds, book: freshened(book), holdable: PLENTY, chainLimit: PLENTY }),
              funds: someFunds({ balance: stake, dailyStakeCap: stake }),
              terms,
              now,
            });
            if (decision.kind !== 'accepted') continue;
            pending.push({ outcome, stake, odds: terms.odds });
            book = decision.marketAfter.book;
          } else if (move.kind === 'decide') {
            const bet = pending[move.which % Math.max(1, pending.length)];
            if (bet !== undefined) end(bet, move.stays);
          } else {
            // Their worst immediate choice: the bets on one outcome stay, all others fail.
            for (const bet of pending) end(bet, bet.outcome === move.staysOn % outcomes);
          }
          expect(pendingExposureOf(book) <= budget).toBe(true);
          expect(exposureOf(book) <= budget).toBe(true);
        }
      },
    ),
    runs(1_000),
  );
});

const freshened = (book: Book): Book => (book.kind === 'feed' ? { ...book, pricedAt: now } : book);
