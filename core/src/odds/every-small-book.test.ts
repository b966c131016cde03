import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { bookAffords, endBetInBook } from './book.ts';
import {
  atEveryStart,
  judgeSale,
  type MarketStarts,
  momentsOf,
  type SoldBet,
  type StartStep,
  stepOfBook,
} from './every-start.ts';
import { applyBet, exposureOf, worstCaseOf } from './exposure.ts';
import { type FeedBook, feedHonours, feedMaxStakeOn } from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import { payoutOf } from './payout.ts';
import { addPendingBet, pendingExposureOf, pricingBook } from './pending.ts';
import { type WinnerSets, winnerSets } from './winner-sets.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);

/** Whole USDC, and odds in hundredths: every payout is exact. */
interface Bet {
  readonly stake: number;
  readonly hundredths: number;
  /** What was paid when it ended early; absent while it is open. */
  readonly paid?: number;
}
interface Placed extends Bet {
  readonly at: number;
  readonly outcome: number;
}

/** Every rule of small markets: how many outcomes there are, and how many of them win. */
const RULES = [2, 3, 4].flatMap((outcomes) =>
  Array.from({ length: outcomes - 1 }, (_, index): [number, number] => [outcomes, index + 1]),
);

/** What may have been placed on an outcome. */
const CHOICES: readonly (readonly Bet[])[] = [
  [],
  [{ stake: 40, hundredths: 900 }],
  // With a bet that was refunded, one cashed out with a loss, and one cashed out with a gain.
  [
    { stake: 70, hundredths: 120, paid: 70 },
    { stake: 100, hundredths: 150 },
  ],
  [
    { stake: 50, hundredths: 200, paid: 10 },
    { stake: 30, hundredths: 110 },
    { stake: 90, hundredths: 130 },
  ],
  [
    { stake: 60, hundredths: 300, paid: 150 },
    { stake: 70, hundredths: 120 },
  ],
];

/** When the bets on the outcomes were placed: one outcome after the other, or some at once. */
const ORDERS = [
  [10, 20, 30, 40],
  [10, 20, 10, 20],
];

/** Every list of this length. */
function* listsOf<T>(items: readonly T[], length: number): Generator<T[]> {
  if (length === 0) yield [];
  else
    for (const list of listsOf(items, length - 1)) {
      for (const item of items) yield [...list, item];
    }
}

const payout = ({ stake, hundredths }: Bet) => (stake * hundredths) / 100;
const oddsOf = ({ hundredths }: Bet) => microOdds(BigInt(hundredths) * 10_000n);

// ---- the count: plain numbers, bet by bet ---------------------------------------------------------------

/** What is paid at the end: all open stakes if the market is void, which is null, or the payouts of the winners. */
const paidAtEnd = (open: readonly Placed[], won: readonly number[] | null) =>
  open.reduce((sum, bet) => {
    if (won === null) return sum + bet.stake;
    return won.includes(bet.outcome) ? sum + payout(bet) : sum;
  }, 0);

interface Count {
  /** The most that may have to be paid. */
  readonly owed: number;
  /** The most that the house may lose, from zero on, if the game starts as announced. */
  readonly lost: number;
  /** The same for every start. */
  readonly lostAnyStart: number;
}

function countOf(bets: readonly Placed[], results: readonly (readonly number[] | null)[]): Count {
  const income = bets.reduce((sum, { stake, paid = 0 }) => sum + stake - paid, 0);
  const open = bets.filter(({ paid }) => paid === undefined);
  const costAt = (start: number) => {
    const before = open.filter(({ at }) => at < start);
    const refunded = open.reduce((sum, { at, stake }) => (at < start ? sum : sum + stake), 0);
    return Math.max(...results.map((won) => refunded + paidAtEnd(before, won)));
  };
  const owed = costAt(Number.POSITIVE_INFINITY);
  const starts = [...open.map(({ at }) => at), Number.POSITIVE_INFINITY];
  const most = Math.max(...starts.map(costAt));
  return { owed, lost: Math.max(0, owed - income), lostAnyStart: Math.max(0, most - income) };
}

// ---- the product ----------------------------------------------------------------------------------------

const emptyBook = (outcomes: number, winners: number, room = 1_000): FeedBook => ({
  kind: 'feed',
  rule: AS_SIGNED,
  winners,
  odds: Array.from({ length: outcomes }, () => microOdds(1_500_000n)),
  pricedAt: new Date('2026-11-21T12:00:00.000Z'),
  lossBudget: usd(room),
  room: usd(room),
  openReturns: Array.from({ length: outcomes }, () => ZERO_USDC),
  received: ZERO_USDC,
  openStakes: ZERO_USDC,
});

const betOf = (bet: Placed) => ({ outcome: bet.outcome, stake: usd(bet.stake), odds: oddsOf(bet) });
const endedOf = (bet: Placed, paid: number) => ({
  ...betOf(bet),
  payout: usd(payout(bet)),
  paid: usd(paid),
});

function bookOf(empty: FeedBook, bets: readonly Placed[]): FeedBook {
  const placed = bets.reduce((book, bet) => applyBet(book, betOf(bet)), empty);
  return bets.reduce(
    (book, bet) => (bet.paid === undefined ? book : endBetInBook(book, endedOf(bet, bet.paid))),
    placed,
  );
}

/** The market's facts about starts, with one step for each moment, or a single one for the whole book. */
function startsOf(sets: WinnerSets, book: FeedBook, bets: readonly Placed[]) {
  const open = bets
    .filter(({ paid }) => paid === undefined)
    .map((bet) => ({ ...betOf(bet), at: bet.at, payout: usd(payout(bet)) }));
  const market = (steps: StartStep[]): Omit<MarketStarts, 'cap'> => ({
    kept: microUsdc(book.received - book.openStakes),
    sets,
    steps,
  });
  return { exact: market(momentsOf(sets, open)), whole: market([stepOfBook(sets, book)]) };
}

/** The verdict on a sale with a cap that is counted after it. */
function judge(market: Omit<MarketStarts, 'cap'>, cap: MicroUsdc, sold: SoldBet) {
  const [starts] = atEveryStart({ cap, markets: [{ ...market, cap }] });
  if (starts === undefined) throw new Error('a market has its starts');
  return judgeSale(starts, sold);
}

describe.each(RULES)('every small book of %i outcomes of which %i win', (outcomes, winners) => {
  const results = [null, ...everyResult(outcomes, winners)];
  const sets = winnerSets(outcomes, winners);

  test('owes, and may lose, exactly the worst result, and so does any sale at its worst start', () => {
    const seen = { books: 0, sales: 0, voidIsWorst: 0, earlierIsWorse: 0, clearAtOnce: 0 };
    for (const [order, ...choices] of plans(outcomes)) {
      const bets = choices
        .flatMap((choice, outcome) => choice.map((bet) => ({ ...bet, outcome, at: order[outcome] ?? 0 })))
        .sort((a, b) => a.at - b.at);
      const count = countOf(bets, results);
      const book = bookOf(emptyBook(outcomes, winners), bets);
      seen.books += 1;
      if (worstCaseOf(book) !== usd(count.owed)) expect(worstCaseOf(book)).toBe(usd(count.owed));
      if (exposureOf(book) !== usd(count.lost)) expect(exposureOf(book)).toBe(usd(count.lost));
      const stakes = paidAtEnd(
        bets.filter(({ paid }) => paid === undefined),
        null,
      );
      if (count.lost > 0 && stakes === count.owed) seen.voidIsWorst += 1;
      const starts = startsOf(sets, book, bets);
      for (const sold of bets.filter((bet) => bet.paid === undefined)) {
        const paid = sold.stake * 1.25;
        const after = bets.map((bet) => (bet === sold ? { ...bet, paid } : bet));
        const { lost, lostAnyStart, owed } = countOf(after, results);
        seen.sales += 1;
        if (lostAnyStart > lost) seen.earlierIsWorse += 1;
        const most = usd(lostAnyStart);
        const less = microUsdc(most - 1n);
        const ended = { ...endedOf(sold, paid), at: sold.at };
        const exact = [judge(starts.exact, most, ended), judge(starts.exact, less, ended)];
        if (exact.join() !== 'within,above') expect(exact).toEqual(['within', 'above']);
        // The whole book as one step may leave a verdict open, but never gives a wrong one.
        const whole = [judge(starts.whole, most, ended), judge(starts.whole, less, ended)];
        if (whole[0] === 'above' || whole[1] === 'within') expect(whole).toEqual(exact);
        if (whole.some((verdict) => verdict !== 'unclear')) seen.clearAtOnce += 1;
        // With the announced start only.
        const affords = (room: MicroUsdc, escrow: MicroUsdc) =>
          bookAffords({ ...book, room }, ended, { escrow });
        const held = usd(owed + paid);
        const answers = [
          affords(usd(lost), held),
          lost > 0 && affords(microUsdc(usd(lost) - 1n), held),
          affords(usd(lost), microUsdc(held - 1n)),
        ];
        if (answers.join() !== 'true,false,false') expect(answers).toEqual([true, false, false]);
      }
    }
    expect(seen.books).toBe(ORDERS.length * CHOICES.length ** outcomes);
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
  });

  test('takes exactly the stake whose worst result leaves no room, whichever pending bets stay', () => {
    let tried = 0;
    const placed: Bet = { stake: 100, hundredths: 150 };
    const dear: Bet = { stake: 30, hundredths: 700 };
    const kinds = [
      { open: [], pending: [] },
      { open: [placed], pending: [] },
      { open: [], pending: [dear] },
      { open: [dear], pending: [placed] },
    ];
    for (const choice of listsOf(kinds, outcomes)) {
      const at = (of: 'open' | 'pending') =>
        choice.flatMap((kind, outcome) => kind[of].map((bet: Bet) => ({ ...bet, outcome, at: 0 })));
      const pending = at('pending');
      const worstWith = (more: readonly Placed[]) => {
        const stays = [...listsOf([false, true], pending.length)];
        const losses = stays.map((stay) => {
          const there = [...at('open'), ...pending.filter((_, index) => stay[index]), ...more];
          return countOf(there, results).lost;
        });
        return Math.max(...losses);
      };
      const room = worstWith([]) + 100;
      const open = bookOf(emptyBook(outcomes, winners, room), at('open'));
      const book = pending.reduce((before, bet) => addPendingBet(before, betOf(bet)), open);
      if (pendingExposureOf(book) !== usd(room - 100)) expect(pendingExposureOf(book)).toBe(usd(room - 100));
      for (let outcome = 0; outcome < outcomes; outcome++) {
        tried += 1;
        const priced = pricingBook(book, outcome);
        const stake = feedMaxStakeOn(priced, outcome);
        const most = Number(stake) / 1_000_000;
        const after = [most, most + 0.01].map((each) =>
          worstWith([{ stake: each, hundredths: 150, outcome, at: 0 }]),
        );
        const [kept = room + 1, exceeded = 0] = after;
        expect(kept).toBeLessThanOrEqual(room + 1e-6);
        expect(exceeded).toBeGreaterThan(room + 1e-6);
        const signed = { outcome, odds: microOdds(1_500_000n), isQuoted: false };
        expect(feedHonours(priced, { ...signed, stake })).toBe(true);
        expect(feedHonours(priced, { ...signed, stake: microUsdc(stake + CENT) })).toBe(false);
        expect(payoutOf({ stake, odds: signed.odds })).toBe((stake * 3n) / 2n);
      }
    }
    expect(tried).toBe(outcomes * kinds.length ** outcomes);
  });
});

/** Every order with every choice for each outcome. */
function* plans(outcomes: number): Generator<[readonly number[], ...(readonly Bet[])[]]> {
  for (const order of ORDERS) {
    for (const choices of listsOf(CHOICES, outcomes)) yield [order, ...choices];
  }
}
