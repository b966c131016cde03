import { type Order, orders, usedBooksAsSigned } from '@tallystone/testkit/rules/books.ts';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { feedBookAfter, freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { larger } from '../money/bounds.ts';
import { CENT, type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Book, bookAffordable, bookFill, bookMaxStake, bookMaxStakeAt, bookOdds } from './book.ts';
import { applyBet, exposureOf } from './exposure.ts';
import type { FeedBook } from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import { openLmsrBook } from './lmsr.ts';
import { LOWEST_ODDS } from './parse-odds.ts';
import { payoutOf } from './payout.ts';
import {
  addPendingBet,
  dropPendingBet,
  mostWithin,
  noPendingBets,
  pendingExposureOf,
  pricingBook,
  withPending,
} from './pending.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const even = openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(1000) });
const onFirst = { outcome: 0, stake: usd(10), odds: microOdds(1_900_000n) };
const onSecond = { outcome: 1, stake: usd(4), odds: microOdds(2_500_000n) };

interface Bet {
  outcome: number;
  stake: MicroUsdc;
  odds: typeof LOWEST_ODDS;
}

/** Books of both kinds after a crowd's bets. */
const books: fc.Arbitrary<Book> = fc.oneof(
  usedBooksAsSigned,
  fc
    .tuple(freshFeedBooks, fc.array(orders, { maxLength: 12 }))
    .map(([book, crowd]) => feedBookAfter(book, crowd)),
);

/** An order's bet at the current quote, or null without a price. */
function quoted(book: Book, order: Order): Bet | null {
  const outcome = order.outcome % book.openReturns.length;
  const most = Number(bookMaxStake(book, outcome) / CENT);
  const stake = microUsdc(BigInt(Math.max(1, Math.floor(most * order.share))) * CENT);
  const odds = bookOdds(book, { outcome, stake });
  if (odds === null || stake > bookAffordable(book, { outcome, odds })) return null;
  return { outcome, stake, odds };
}

/** All subsets. */
function* subsetsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let chosen = 0; chosen < 2 ** all.length; chosen++) {
    yield all.filter((_, place) => (chosen >> place) & 1);
  }
}

const withAll = (book: Book, bets: readonly Bet[]): Book => {
  const { pending: _, ...real } = book;
  return bets.reduce<Book>((before, bet) => applyBet(before, bet), real);
};

describe('the book that an outcome is priced from', () => {
  test('is the book itself if bets are never pending', () => {
    expect(pricingBook(even, 0)).toBe(even);
  });

  test('counts pending bets on the outcome and ignores those on others', () => {
    const book = addPendingBet(addPendingBet(even, onFirst), onSecond);
    expect(pricingBook(book, 0)).toMatchObject({
      openReturns: [usd(19), 0n],
      received: usd(10),
      openStakes: usd(10),
    });
    expect(pricingBook(book, 1)).toMatchObject({ openReturns: [0n, usd(10)], received: usd(4) });
  });

  test('never gives better odds than any way in which the pending bets may end', () => {
    fc.assert(
      fc.property(books, fc.array(orders, { maxLength: 5 }), orders, (fresh, crowd, order) => {
        let book: Book = withPending(fresh);
        const pending: Bet[] = [];
        for (const each of crowd) {
          const bet = quoted(book, each);
          if (bet === null) continue;
          pending.push(bet);
          book = addPendingBet(book, bet);
        }
        const bet = quoted(book, order);
        if (bet === null) return;
        for (const stay of subsetsOf(pending)) {
          const ended = withAll(book, stay);
          const odds = bookOdds(ended, bet);
          // Without a price only if it would exceed the best possible odds.
          if (odds === null) expect(bookMaxStake(ended, bet.outcome) >= bet.stake).toBe(true);
          else expect(odds >= bet.odds).toBe(true);
        }
      }),
      runs(300),
    );
  });
});

describe('the house’s worst-case loss', () => {
  test('is the plain exposure without pending bets', () => {
    fc.assert(
      fc.property(books, (book) => {
        expect(pendingExposureOf(book)).toBe(exposureOf(book));
        expect(pendingExposureOf(withPending(book))).toBe(exposureOf(book));
      }),
      runs(300),
    );
  });

  test('is exactly the worst way in which the pending bets may end', () => {
    const anyBet = fc.record({
      outcome: fc.nat(5),
      stake: fc.bigInt({ min: 1n, max: 100_000n }).map((cents) => microUsdc(cents * CENT)),
      odds: fc.bigInt({ min: 101n, max: 100_000n }).map((hundredths) => microOdds(hundredths * 10_000n)),
    });
    fc.assert(
      fc.property(books, fc.array(anyBet, { maxLength: 7 }), (book, crowd) => {
        const pending = crowd.map((bet) => ({ ...bet, outcome: bet.outcome % book.openReturns.length }));
        const accepted = pending.reduce<Book>((before, bet) => addPendingBet(before, bet), book);
        let worst = ZERO_USDC;
        for (const stay of subsetsOf(pending)) {
          const lost = exposureOf(withAll(book, stay));
          if (lost > worst) worst = lost;
        }
        expect(pendingExposureOf(accepted)).toBe(worst);
      }),
      runs(300),
    );
  });

  test('only falls when a pending bet is decided, either way', () => {
    fc.assert(
      fc.property(
        books,
        fc.array(orders, { maxLength: 8 }),
        fc.array(fc.boolean()),
        (fresh, crowd, stays) => {
          let book: Book = withPending(fresh);
          const pending: Bet[] = [];
          for (const order of crowd) {
            const bet = quoted(book, order);
            if (bet === null) continue;
            pending.push(bet);
            book = addPendingBet(book, bet);
          }
          for (const [place, bet] of pending.entries()) {
            const before = pendingExposureOf(book);
            const dropped = dropPendingBet(book, bet);
            book = stays[place] === true ? applyBet(dropped, bet) : dropped;
            expect(pendingExposureOf(book) <= before).toBe(true);
          }
          expect(withPending(book).pending).toEqual(noPendingBets(book.openReturns.length));
        },
      ),
      runs(300),
    );
  });
});

describe('the largest stake that the house can bear', () => {
  test('raises the worst-case loss to the budget, and a cent more exceeds it', () => {
    const odds = fc.bigInt({ min: 101n, max: 2_000n }).map((hundredths) => microOdds(hundredths * 10_000n));
    fc.assert(
      fc.property(books, fc.array(orders, { maxLength: 4 }), fc.nat(5), odds, (fresh, crowd, n, at) => {
        let book: Book = withPending(fresh);
        for (const order of crowd) {
          const bet = quoted(book, order);
          if (bet !== null) book = addPendingBet(book, bet);
        }
        const outcome = n % book.openReturns.length;
        const most = bookAffordable(book, { outcome, odds: at });
        const room = book.kind === 'lmsr' ? book.lossBudget : book.room;
        // Only results with this outcome: bets on it never raise the cost of others.
        const results = everyResult(book.openReturns.length, book.winners ?? 1);
        const lossAfter = (stake: MicroUsdc) => {
          const { openReturns, received, pending } = withPending(
            addPendingBet(book, { outcome, stake, odds: at }),
          );
          const costOf = (j: number) =>
            (openReturns[j] ?? 0n) + (pending.returns[j] ?? 0n) - (pending.stakes[j] ?? 0n);
          const costs = results
            .filter((won) => won.includes(outcome))
            .map((won) => won.reduce((sum, j) => sum + costOf(j), 0n));
          return costs.reduce(larger) - received;
        };
        if (most > 0n) expect(lossAfter(most) <= room).toBe(true);
        expect(lossAfter(microUsdc(most + CENT)) > room).toBe(true);
      }),
      runs(300),
    );
  });

  test('leaves enough for the pending bets on the outcome that wins beside it', () => {
    const book: FeedBook = {
      kind: 'feed',
      rule: AS_SIGNED,
      winners: 2,
      odds: [1_500_000n, 1_500_000n, 1_500_000n].map(microOdds),
      pricedAt: new Date('2026-11-21T12:00:00.000Z'),
      lossBudget: usd(1_000),
      room: usd(1_000),
      openReturns: [usd(0), usd(0), usd(0)],
      received: usd(0),
      openStakes: usd(0),
    };
    const odds = microOdds(1_500_000n);
    const pending = addPendingBet(book, { outcome: 1, stake: usd(600), odds });
    // It costs 300 if it stays, which leaves 700 of 1,000.
    expect(bookAffordable(pending, { outcome: 0, odds })).toBe(usd(1_400));
    expect(bookMaxStake(pending, 0)).toBe(usd(1_400));
    const after = (stake: number) =>
      pendingExposureOf(addPendingBet(pending, { outcome: 0, stake: usd(stake), odds }));
    expect(after(1_400)).toBe(usd(1_000));
    expect(after(1_400.02)).toBe(usd(1_000.01));
    // Where one wins, the other's stake may never arrive, so it changes nothing.
    expect(bookMaxStake({ ...pending, winners: 1 }, 0)).toBe(usd(2_000));
  });

  test('is zero once the budget is used up', () => {
    const book = addPendingBet(even, { outcome: 0, stake: usd(1000), odds: microOdds(2_000_000n) });
    expect(mostWithin(book, { outcome: 0, odds: microOdds(2_000_000n), most: usd(1000) })).toBe(0n);
    expect(mostWithin(book, { outcome: 1, odds: microOdds(2_000_000n), most: usd(1000) })).toBe(usd(1000));
    expect(mostWithin(book, { outcome: 0, odds: microOdds(2_000_000n), most: usd(500) })).toBe(0n);
  });

  test('limits stakes only if bets can be pending', () => {
    const costly = { ...even, received: usd(-900) };
    const at = { outcome: 0, odds: microOdds(1_500_000n) };
    expect(bookMaxStakeAt(withPending(costly), at)).toBe(usd(200));
    expect(bookMaxStakeAt(costly, at)).toBeGreaterThan(usd(200));
  });

  test('never exceeds the quoted maximum', () => {
    fc.assert(
      fc.property(books, fc.array(orders, { maxLength: 6 }), fc.nat(5), (fresh, crowd, n) => {
        let book: Book = withPending(fresh);
        for (const order of crowd) {
          const bet = quoted(book, order);
          if (bet !== null) book = addPendingBet(book, bet);
        }
        const outcome = n % book.openReturns.length;
        const odds = bookOdds(book, { outcome, stake: usd(1) });
        if (odds === null) return;
        const most = bookMaxStakeAt(book, { outcome, odds });
        expect(most <= bookAffordable(book, { outcome, odds })).toBe(true);
      }),
      runs(300),
    );
  });
});

describe('a market without slack', () => {
  const bare = { ...even, received: usd(-20) };
  const book = withPending(bare);

  test.each([0, 1])(
    'still takes bets on outcome %s at its current price, but none that cost anything',
    (outcome) => {
      const stake = usd(2);
      const odds = bookOdds(book, { outcome, stake }) ?? LOWEST_ODDS;
      const quoted = { outcome, stake, odds, isQuoted: true };
      expect(bookFill(book, quoted)).toBe(quoted.odds);
      expect(bookFill(book, { ...quoted, odds: microOdds(odds + 10_000n) })).toBeNull();
      // If nothing is counted, only the slack keeps the loss within the budget.
      expect(bookFill(bare, quoted)).toBeNull();
    },
  );

  test('takes bets that cost something while there is slack', () => {
    const quoted = { outcome: 0, stake: usd(2), odds: microOdds(2_000_000n), isQuoted: true };
    expect(bookFill(withPending(even), quoted)).toBe(quoted.odds);
  });
});

test('dropping a bet restores the book before it', () => {
  const before = addPendingBet(even, onSecond);
  expect(dropPendingBet(addPendingBet(before, onFirst), onFirst)).toEqual(before);
  expect(payoutOf(onFirst)).toBe(usd(19));
});

test('outcomes without entries have no pending bets and owe nothing', () => {
  const silent = { ...even, pending: { returns: [], stakes: [] } };
  expect(pricingBook(silent, 0)).toEqual(silent);
  expect(pendingExposureOf(silent)).toBe(pendingExposureOf(even));
  expect(addPendingBet(silent, onFirst).pending.returns).toEqual([]);
  const most = usd(9);
  expect(mostWithin(even, { outcome: 7, odds: onFirst.odds, most })).toBe(usd(10));
});
