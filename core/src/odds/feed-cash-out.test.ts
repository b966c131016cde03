import { type Order, orders, shares } from '@tallystone/testkit/rules/books.ts';
import { feedBookAfter, feedStakeOf, freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookAffords, endBetInBook } from './book.ts';
import { applyBet, exposureOf, worstCaseOf } from './exposure.ts';
import { type FeedBook, feedCashOutValue, feedHonours, feedMaxStakeOn, marginOf } from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import { openLmsrBook } from './lmsr.ts';
import { LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import { payoutOf } from './payout.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

const aBook = (parts: Partial<FeedBook> = {}): FeedBook => ({
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  odds: [odds(2), odds(2)],
  pricedAt: new Date('2026-11-21T12:00:00.000Z'),
  lossBudget: usd(500),
  room: usd(500),
  openReturns: [usd(0), usd(0)],
  received: usd(0),
  openStakes: usd(0),
  ...parts,
});

describe('feedCashOutValue', () => {
  test.each([
    ['as placed', 2, 2, 10, 9.7],
    ['after the odds fell', 1.25, 5, 10, 15.52],
    ['after they rose', 5, 1.25, 10, 3.88],
    ['of a bet signed 1% above', 2, 2, 10.1, 9.79],
    ['with a feed margin', 1.9, 1.9, 9.5, 9.21],
    ['of less than a cent', 1_000, 1.01, 0.02, 0],
  ])('%s at odds of %s against %s', (_, own, other, stake, value) => {
    const payout = payoutOf({ stake: usd(stake), odds: odds(2) });
    expect(feedCashOutValue(aBook({ odds: [odds(own), odds(other)] }), { outcome: 0, payout })).toBe(
      usd(value),
    );
  });

  test('is null while any outcome has no odds', () => {
    const book = aBook({ odds: [odds(2), null] });
    expect(feedCashOutValue(book, { outcome: 0, payout: usd(20) })).toBeNull();
    expect(feedCashOutValue(book, { outcome: 1, payout: usd(20) })).toBeNull();
  });

  test('of an unknown outcome is zero', () => {
    expect(feedCashOutValue(aBook(), { outcome: 2, payout: usd(20) })).toBe(0n);
  });

  test('never falls as the return grows, and is at most 97% of it', () => {
    fc.assert(
      fc.property(freshFeedBooks, orders, shares, fc.nat(10_000_000), (book, { outcome }, less, cents) => {
        const at = outcome % book.odds.length;
        const payout = microUsdc(BigInt(cents) * CENT);
        const part = microUsdc(BigInt(Math.floor(cents * less)) * CENT);
        const value = feedCashOutValue(book, { outcome: at, payout }) ?? -1n;
        expect(value % CENT).toBe(0n);
        expect(value >= 0n && value * 100n <= payout * 97n).toBe(true);
        expect((feedCashOutValue(book, { outcome: at, payout: part }) ?? 0n) <= value).toBe(true);
      }),
      runs(800),
    );
  });

  test('at once is less than the stake, even for a bet signed 1% above the feed, if the feed’s odds are sound', () => {
    let bets = 0;
    fc.assert(
      fc.property(
        freshFeedBooks.filter((book) => (marginOf(book) ?? -1) >= 0),
        orders,
        (book, order) => {
          const outcome = order.outcome % book.odds.length;
          const stake = feedStakeOf(book, order);
          const own = book.odds[outcome] ?? LOWEST_ODDS;
          const signed = microOdds(((own * 101n) / 100n / ODDS_STEP) * ODDS_STEP);
          if (!feedHonours(book, { outcome, stake, odds: signed, isQuoted: true })) return;
          bets += 1;
          const after = applyBet(book, { outcome, stake, odds: signed });
          const value = feedCashOutValue(after, { outcome, payout: payoutOf({ stake, odds: signed }) });
          expect((value ?? stake) < stake).toBe(true);
        },
      ),
      runs(800),
    );
    expect(bets).toBeGreaterThan(50);
  });
});

describe('a book without a bet', () => {
  test.each<[string, () => Book]>([
    ['of the feed', () => aBook()],
    [
      'of the market maker',
      () => openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(1_000) }),
    ],
  ])('%s owes nothing for it and has paid its value', (_, open) => {
    const book = { ...open(), openReturns: [usd(50), usd(20)], received: usd(40), openStakes: usd(40) };
    const bet = { outcome: 0, stake: usd(15), payout: usd(30) };
    expect(endBetInBook(book, { ...bet, paid: usd(17.5) })).toEqual({
      ...book,
      openReturns: [usd(20), usd(20)],
      received: usd(22.5),
      openStakes: usd(25),
    });
  });
});

describe('bookAffords on a market of the feed', () => {
  const book = aBook({ openReturns: [usd(300), usd(120)], received: usd(210), openStakes: usd(210) });
  const bet = { outcome: 0, stake: usd(100), payout: usd(200), paid: usd(110) };

  test('stays within its room, including the cost of a void', () => {
    // Afterwards: 120 owed, 110 of stakes open, 100 received.
    expect(exposureOf(endBetInBook(book, bet))).toBe(usd(20));
    expect(bookAffords({ ...book, room: usd(20) }, bet, { escrow: usd(1_000) })).toBe(true);
    expect(bookAffords({ ...book, room: usd(19.99) }, bet, { escrow: usd(1_000) })).toBe(false);
    const stakesOpen = { ...book, openStakes: usd(290) };
    expect(bookAffords({ ...stakesOpen, room: usd(90) }, bet, { escrow: usd(1_000) })).toBe(true);
    expect(bookAffords({ ...stakesOpen, room: usd(89.99) }, bet, { escrow: usd(1_000) })).toBe(false);
  });

  test('leaves enough in the escrow for everyone else', () => {
    expect(bookAffords(book, bet, { escrow: usd(230) })).toBe(true);
    expect(bookAffords(book, bet, { escrow: usd(229.99) })).toBe(false);
  });
});

describe('whatever a crowd bets and cashes out while the odds move', () => {
  interface Step {
    order: Order;
    act: 'bet' | 'sell';
    which: number;
    /** The outcome's new odds in hundredths; null: unchanged. */
    moved: number | null;
  }
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      order: orders,
      act: fc.constantFrom<'bet' | 'sell'>('bet', 'sell'),
      which: fc.nat(40),
      moved: fc.option(fc.integer({ min: 101, max: 2_000 })),
    }),
    { minLength: 5, maxLength: 40 },
  );

  test('the exposure stays within the room, and the escrow pays everyone', () => {
    const seen = { sold: 0, notCovered: 0, voidIsWorst: 0 };
    fc.assert(
      fc.property(
        freshFeedBooks.map((book) => feedBookAfter(book, [])),
        steps,
        (fresh, plan) => {
          let book = fresh;
          let open: { outcome: number; stake: MicroUsdc; payout: MicroUsdc }[] = [];
          for (const { order, act, which, moved } of plan) {
            const outcome = order.outcome % book.odds.length;
            const chosen = open[which % Math.max(1, open.length)];
            if (act === 'sell' && chosen !== undefined) {
              const value = feedCashOutValue(book, chosen) ?? microUsdc(0n);
              const ended = { ...chosen, paid: value };
              if (
                bookAffords(book, ended, {
                  escrow: microUsdc(book.lossBudget + book.received),
                })
              ) {
                book = endBetInBook(book, ended);
                open = open.filter((each) => each !== chosen);
                seen.sold += 1;
              } else seen.notCovered += 1;
            } else {
              const stake = feedStakeOf(book, order);
              const bet = { outcome, stake, odds: book.odds[outcome] ?? LOWEST_ODDS };
              if (stake <= feedMaxStakeOn(book, outcome) && feedHonours(book, { ...bet, isQuoted: false })) {
                book = applyBet(book, bet);
                open.push({ ...bet, payout: payoutOf(bet) });
              }
            }
            const stakes = open.reduce((sum, bet) => sum + bet.stake, 0n);
            expect(book.openStakes).toBe(stakes);
            expect(exposureOf(book) <= book.room).toBe(true);
            expect(book.lossBudget + book.received >= worstCaseOf(book)).toBe(true);
            if (exposureOf(book) > 0n && stakes === worstCaseOf(book)) seen.voidIsWorst += 1;
            if (moved !== null) {
              const to = microOdds(BigInt(moved) * ODDS_STEP);
              book = { ...book, odds: book.odds.map((each, k) => (k === outcome ? to : each)) };
            }
          }
        },
      ),
      runs(400),
    );
    // Each case must occur often, or the property shows nothing.
    expect(seen.sold).toBeGreaterThan(500);
    expect(seen.notCovered).toBeGreaterThan(20);
    expect(seen.voidIsWorst).toBeGreaterThan(20);
  });
});
