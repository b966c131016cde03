import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { applyBet } from '@tallystone/core/odds/exposure';
import { AS_SIGNED, AT_LEAST, type FillRule } from '@tallystone/core/odds/fill-rule';
import { type LmsrBook, maxStakeOn, oddsFor, openLmsrBook } from '@tallystone/core/odds/lmsr';
import fc from 'fast-check';

/** An order: an outcome (modulo the number of outcomes) and a share of the largest stake. */
export interface Order {
  outcome: number;
  /** From 0 (a single cent) to 1. */
  share: number;
}

/** Evenly spread: random doubles would nearly all be close to zero. */
export const shares: fc.Arbitrary<number> = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000);

export const orders: fc.Arbitrary<Order> = fc.record({
  outcome: fc.nat(5),
  share: fc.oneof(
    shares,
    shares.map((share) => share ** 4),
    fc.constantFrom(0, 1),
  ),
});

/** Fresh books: 2 to 6 outcomes, even or lopsided down to 1%, budgets from the minimum to 10 million USDC. */
const freshBooksOf = (rules: fc.Arbitrary<FillRule>): fc.Arbitrary<LmsrBook> =>
  fc
    .record({
      rule: rules,
      weights: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })), {
        minLength: 2,
        maxLength: 6,
      }),
      lossBudget: fc.constantFrom(1_000n, 2_500n, 10_000n, 123_456n, 10_000_000n),
    })
    .map(({ rule, weights, lossBudget }) => {
      const sum = weights.reduce((a, b) => a + b, 0);
      const room = 1 - 0.01 * weights.length;
      return openLmsrBook({
        rule,
        initialProbabilities: weights.map((weight) => 0.01 + (room * weight) / sum),
        lossBudget: microUsdc(lossBudget * 1_000_000n),
      });
    });

/** Books after a random crowd's bets at fresh quotes. */
const usedBooksOf = (rules: fc.Arbitrary<FillRule>): fc.Arbitrary<LmsrBook> =>
  fc
    .tuple(freshBooksOf(rules), fc.array(orders, { maxLength: 12 }))
    .map(([book, crowd]) => crowd.reduce((before, order) => betFresh(before, order)?.after ?? before, book));

/** Books with either rule. */
export const freshBooks = freshBooksOf(fc.constantFrom(AS_SIGNED, AT_LEAST));
export const usedBooks = usedBooksOf(fc.constantFrom(AS_SIGNED, AT_LEAST));

/** Books that fill bets at exactly the signed odds. */
export const freshBooksAsSigned = freshBooksOf(fc.constant(AS_SIGNED));
export const usedBooksAsSigned = usedBooksOf(fc.constant(AS_SIGNED));

/** Books that fill bets at the current odds, at least the signed ones. */
export const usedBooksAtLeast = usedBooksOf(fc.constant(AT_LEAST));

export interface FreshBet {
  outcome: number;
  stake: MicroUsdc;
  odds: NonNullable<ReturnType<typeof oddsFor>>;
  after: LmsrBook;
}

/** Places an order at a fresh quote; null when the market doesn't take it. */
export function betFresh(book: LmsrBook, order: Order): FreshBet | null {
  const outcome = order.outcome % book.openReturns.length;
  const stake = stakeOf(book, order);
  const odds = oddsFor(book, { outcome, stake });
  return odds && { outcome, stake, odds, after: applyBet(book, { outcome, stake, odds }) };
}

/** An order's stake: whole cents, at least one. */
export function stakeOf(book: LmsrBook, order: Order): MicroUsdc {
  const most = Number(maxStakeOn(book, order.outcome % book.openReturns.length) / CENT);
  return microUsdc(BigInt(Math.max(1, Math.floor(most * order.share))) * CENT);
}
