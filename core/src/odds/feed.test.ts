import { orders } from '@tallystone/testkit/rules/books.ts';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { feedBookAfter, feedStakeOf, freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CENT,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '../money/micro-usdc.ts';
import { applyBet, exposureOf } from './exposure.ts';
import {
  type FeedBook,
  feedCashOutValue,
  feedHonours,
  feedMaxStakeOn,
  feedOddsFor,
  feedProbabilitiesOf,
  isFresh,
  marginOf,
} from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import { payoutOf } from './payout.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

const pricedAt = new Date('2026-11-21T12:00:00.000Z');

const aBook = (parts: Partial<FeedBook> = {}): FeedBook => ({
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  odds: [odds(2.1), odds(1.8)],
  pricedAt,
  lossBudget: usd(5_000),
  room: usd(5_000),
  openReturns: [usd(0), usd(0)],
  received: usd(0),
  openStakes: usd(0),
  ...parts,
});

describe('isFresh', () => {
  test.each([
    [0, true],
    [600_000, true],
    [600_001, false],
    [-1_000, true],
  ])('for odds that are %s ms old is %s', (age, fresh) => {
    expect(isFresh(aBook(), new Date(pricedAt.getTime() + age))).toBe(fresh);
  });
});

describe('feedProbabilitiesOf', () => {
  test.each<[(number | null)[], number[]]>([
    [
      [2, 2],
      [0.5, 0.5],
    ],
    [
      [1.9, 1.9],
      [0.5, 0.5],
    ],
    [
      [1.5, 3],
      [2 / 3, 1 / 3],
    ],
    [
      [1.5, null, 3],
      [2 / 3, 0, 1 / 3],
    ],
    [
      [null, null],
      [0, 0],
    ],
  ])('of the odds %s is %s', (given, probabilities) => {
    const book = { odds: given.map((each) => (each === null ? null : odds(each))), winners: 1 };
    expect(feedProbabilitiesOf(book)).toEqual(probabilities.map((p) => expect.closeTo(p, 12)));
  });

  test('sums to how many outcomes win unless one would be above 1, and ranks outcomes as their odds do', () => {
    const seen = { one: 0, two: 0, capped: 0 };
    fc.assert(
      fc.property(freshFeedBooks, (book) => {
        const probabilities = feedProbabilitiesOf(book);
        const sum = probabilities.reduce((a, b) => a + b);
        const isCapped = probabilities.includes(1);
        if (isCapped) expect(sum).toBeLessThanOrEqual(book.winners + 1e-12);
        else expect(sum).toBeCloseTo(book.winners, 12);
        seen[isCapped ? 'capped' : book.winners === 1 ? 'one' : 'two'] += 1;
        for (const [i, p] of probabilities.entries()) {
          for (const [j, q] of probabilities.entries()) {
            if ((book.odds[i] ?? 0n) < (book.odds[j] ?? 0n) && q < 1) expect(p).toBeGreaterThan(q);
          }
        }
      }),
      runs(300),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});

describe('a double chance', () => {
  /** Three outcomes of which two win: an even game, with a draw as likely as either win. */
  const aDouble = (parts: Partial<FeedBook> = {}) =>
    aBook({
      winners: 2,
      odds: [odds(1.5), odds(1.5), odds(1.5)],
      openReturns: [usd(0), usd(0), usd(0)],
      ...parts,
    });

  test.each<[(number | null)[], number[]]>([
    [
      [1.5, 1.5, 1.5],
      [2 / 3, 2 / 3, 2 / 3],
    ],
    // 1 / 1.25, 1 / 1.25 and 1 / 2.5 are 0.8, 0.8 and 0.4 without a margin; a margin of 5% cancels out.
    [
      [1.25, 1.25, 2.5],
      [0.8, 0.8, 0.4],
    ],
    [
      [1.2, 1.2, 2.4],
      [0.8, 0.8, 0.4],
    ],
    // Twice 0.99 of 1.39 would be 1.42.
    [
      [1.01, 5, 5],
      [1, 0.4 / (1 / 1.01 + 0.4), 0.4 / (1 / 1.01 + 0.4)],
    ],
    // Two of two: an outcome without odds counts as no chance.
    [
      [1.5, null, 1.5],
      [1, 0, 1],
    ],
    [
      [null, null, null],
      [0, 0, 0],
    ],
  ])(
    'has probabilities that sum to two, none above 1: of the odds %s they are %s',
    (given, probabilities) => {
      const prices = given.map((each) => (each === null ? null : odds(each)));
      expect(feedProbabilitiesOf({ odds: prices, winners: 2 })).toEqual(
        probabilities.map((p) => expect.closeTo(p, 12)),
      );
    },
  );

  test.each<[(number | null)[], number | null]>([
    [[1.5, 1.5, 1.5], 0],
    // 1 - 2 / (3 / 1.4)
    [[1.4, 1.4, 1.4], 1 / 15],
    [[1.6, 1.6, 1.6], -1 / 15],
    [[1.5, 1.5, null], null],
  ])('at odds of %s has a margin of %s', (given, margin) => {
    const prices = given.map((each) => (each === null ? null : odds(each)));
    expect(marginOf({ odds: prices, winners: 2 })).toEqual(
      margin === null ? null : expect.closeTo(margin, 12),
    );
  });

  test('takes the stake that it can pay with the most costly outcome beside it', () => {
    const openReturns = [usd(300), usd(120), usd(450)];
    const book = aDouble({ openReturns, received: usd(600), openStakes: usd(600), room: usd(1_000) });
    // (1,000 + 600 - 300 - 450) / 0.5, (1,000 + 600 - 120 - 450) / 0.5 and (1,000 + 600 - 450 - 300) / 0.5
    expect([0, 1, 2].map((outcome) => feedMaxStakeOn(book, outcome))).toEqual([
      usd(1_700),
      usd(2_060),
      usd(1_700),
    ]);
    const at = { outcome: 1, odds: odds(1.5), isQuoted: false };
    expect(feedHonours(book, { ...at, stake: usd(2_060) })).toBe(true);
    expect(feedHonours(book, { ...at, stake: usd(2_060.01) })).toBe(false);
    // With one winner it would take more.
    expect(feedMaxStakeOn({ ...book, winners: 1 }, 0)).toBe(usd(2_600));
  });

  test('buys an unmoved bet back for its stake less both margins, not for half of it', () => {
    // 100 less the feed's margin of 7.4%, less ours of 3%.
    const book = aDouble({ odds: [odds(1.2), odds(1.2), odds(2.03)] });
    expect(marginOf(book)).toBeCloseTo(0.0738, 4);
    const bet = { outcome: 0, payout: payoutOf({ stake: usd(100), odds: odds(1.2) }) };
    expect(feedCashOutValue(book, bet)).toBe(usd(89.84));
    expect(feedCashOutValue({ ...book, winners: 1 }, bet)).toBe(usd(44.92));
  });
});

describe('marginOf', () => {
  test.each<[(number | null)[], number | null]>([
    [[2, 2], 0],
    [[1.9, 1.9], 0.05],
    [[2.2, 2.2], -0.1],
    [[1.9, null], null],
  ])('of the odds %s is %s', (given, margin) => {
    const found = marginOf({ odds: given.map((each) => (each === null ? null : odds(each))), winners: 1 });
    expect(found).toEqual(margin === null ? null : expect.closeTo(margin, 12));
  });
});

describe('feedOddsFor', () => {
  test('is the feed’s odds for any stake up to the most the market takes', () => {
    const most = feedMaxStakeOn(aBook(), 0);
    // 5,000 / (2.10 - 1)
    expect(most).toBe(usd(4_545.45));
    for (const stake of [usd(0.01), usd(100), most]) {
      expect(feedOddsFor(aBook(), { outcome: 0, stake })).toBe(odds(2.1));
    }
    expect(feedOddsFor(aBook(), { outcome: 0, stake: microUsdc(most + CENT) })).toBeNull();
  });

  test.each([0n, -10_000n])('a stake of %s has no price', (stake) => {
    expect(feedOddsFor(aBook(), { outcome: 0, stake: microUsdc(stake) })).toBeNull();
  });

  test('an outcome without odds has no price and takes no stake', () => {
    const book = aBook({ odds: [null, odds(1.8)] });
    expect(feedOddsFor(book, { outcome: 0, stake: usd(1) })).toBeNull();
    expect(feedMaxStakeOn(book, 0)).toBe(0n);
    expect(feedHonours(book, { outcome: 0, stake: usd(1), odds: LOWEST_ODDS, isQuoted: true })).toBe(false);
  });

  test.each([-1, 2, 0.5, Number.NaN])('outcome %s of two throws', (outcome) => {
    expect(() => feedOddsFor(aBook(), { outcome, stake: usd(1) })).toThrow(
      new RangeError(`outcome ${outcome} of a market with 2`),
    );
  });
});

describe('feedMaxStakeOn', () => {
  test('shrinks by what is owed on the outcome and grows by what was received', () => {
    const book = aBook({ openReturns: [usd(210), usd(180)], received: usd(200) });
    // (5,000 + 200 - 210) / 1.10 and (5,000 + 200 - 180) / 0.80
    expect(feedMaxStakeOn(book, 0)).toBe(usd(4_536.36));
    expect(feedMaxStakeOn(book, 1)).toBe(usd(6_275));
  });

  test.each([
    ['there is no room', aBook({ room: ZERO_USDC })],
    ['more is owed than there is room for', aBook({ room: usd(10), openReturns: [usd(500), usd(0)] })],
  ])('is zero when %s', (_, book) => {
    expect(feedMaxStakeOn(book, 0)).toBe(0n);
  });

  test('an outcome without open returns owes nothing', () => {
    expect(feedMaxStakeOn(aBook({ openReturns: [] }), 0)).toBe(usd(4_545.45));
  });

  test('is exactly the limit: it is taken, one cent more is not', () => {
    let refused = 0;
    fc.assert(
      fc.property(freshFeedBooks, fc.array(orders, { maxLength: 12 }), orders, (fresh, crowd, order) => {
        const book = feedBookAfter(fresh, crowd);
        const outcome = order.outcome % book.openReturns.length;
        const own = book.odds[outcome] ?? LOWEST_ODDS;
        const most = feedMaxStakeOn(book, outcome);
        if (most > 0n)
          expect(feedHonours(book, { outcome, stake: most, odds: own, isQuoted: false })).toBe(true);
        const more = microUsdc(most + CENT);
        expect(feedHonours(book, { outcome, stake: more, odds: own, isQuoted: true })).toBe(false);
        refused += 1;
      }),
      runs(800),
    );
    expect(refused).toBeGreaterThan(0);
  });
});

describe('feedHonours', () => {
  test.each([
    ['the odds of now', 2, true],
    ['lower ones', 1.5, true],
    ['1% above', 2.02, true],
    ['a hundredth beyond 1% above', 2.03, false],
    ['odds below any', 1, false],
    ['odds above any', 1_000.01, false],
  ])('a bet signed at %s', (_, signed, taken) => {
    const book = aBook({ odds: [odds(2), odds(1.8)] });
    expect(feedHonours(book, { outcome: 0, stake: usd(10), odds: odds(signed), isQuoted: true })).toBe(taken);
  });

  test.each([
    ['the odds of now', 2, true],
    ['lower ones', 1.5, true],
    ['a hundredth above', 2.01, false],
  ])('a bet without a quote, signed at %s', (_, signed, taken) => {
    const book = aBook({ odds: [odds(2), odds(1.8)] });
    expect(feedHonours(book, { outcome: 0, stake: usd(10), odds: odds(signed), isQuoted: false })).toBe(
      taken,
    );
  });

  test('no odds above the highest, even if 1% above the feed’s would allow them', () => {
    const book = aBook({ odds: [HIGHEST_ODDS, odds(1.01)] });
    expect(feedHonours(book, { outcome: 0, stake: usd(1), odds: HIGHEST_ODDS, isQuoted: true })).toBe(true);
    expect(feedHonours(book, { outcome: 0, stake: usd(1), odds: odds(1_000.01), isQuoted: true })).toBe(
      false,
    );
  });
});

describe('exposureOf', () => {
  test.each([
    { openReturns: [0, 0], received: 0, openStakes: 0, exposure: 0 },
    { openReturns: [210, 0], received: 100, openStakes: 100, exposure: 110 },
    { openReturns: [210, 180], received: 200, openStakes: 200, exposure: 10 },
    { openReturns: [150, 180], received: 200, openStakes: 200, exposure: 0 },
    { openReturns: [100, 250, 240], received: 200, openStakes: 200, exposure: 50 },
    // Cash-outs paid more than their bets' stakes: a void now costs the house.
    { openReturns: [110, 0], received: 60, openStakes: 100, exposure: 50 },
    { openReturns: [90, 0], received: 60, openStakes: 100, exposure: 40 },
    // A bet was cashed out for less than its stake: the house gained.
    { openReturns: [0, 0], received: 40, openStakes: 0, exposure: 0 },
    // Bettors gained, and nothing is open.
    { openReturns: [0, 0], received: -30, openStakes: 0, exposure: 30 },
    // Two win: the two largest, wherever they are.
    { winners: 2, openReturns: [100, 250, 240], received: 400, openStakes: 400, exposure: 90 },
    { winners: 2, openReturns: [250, 100, 0], received: 200, openStakes: 200, exposure: 150 },
    { winners: 2, openReturns: [9, 10, 8], received: 0, openStakes: 0, exposure: 19 },
    // A void costs more than any two.
    { winners: 2, openReturns: [40, 30, 50], received: 60, openStakes: 100, exposure: 40 },
    { winners: 3, openReturns: [4, 3, 2, 1], received: 5, openStakes: 5, exposure: 4 },
  ])(
    'with $openReturns owed, $openStakes staked and $received received is $exposure',
    ({ openReturns, received, openStakes, exposure, winners = 1 }) => {
      const book = {
        openReturns: openReturns.map(usd),
        received: usd(received),
        openStakes: usd(openStakes),
        winners,
      };
      expect(exposureOf(book)).toBe(usd(exposure));
    },
  );
});

describe('whatever a crowd signs', () => {
  const attempts = fc.array(
    fc.record({
      order: orders,
      /** Hundredths of the current odds: what was signed before they moved. */
      signedAt: fc.integer({ min: 90, max: 104 }),
      isQuoted: fc.boolean(),
      /** The feed's next odds in hundredths. */
      moved: fc.option(fc.integer({ min: 101, max: 2_000 })),
    }),
    { minLength: 1, maxLength: 40 },
  );

  test('the exposure stays within the room, payouts are exact and stakes add up', () => {
    const seen = { accepted: 0, refused: 0, aheadOfPrice: 0 };
    fc.assert(
      fc.property(freshFeedBooks, attempts, (fresh, plan) => {
        let book = fresh;
        const owed = fresh.openReturns.map(() => 0n);
        let staked = 0n;
        for (const { order, signedAt, isQuoted, moved } of plan) {
          const outcome = order.outcome % book.openReturns.length;
          const now = book.odds[outcome] ?? LOWEST_ODDS;
          const bet = { outcome, stake: feedStakeOf(book, order), odds: hundredthsOf(now, signedAt) };
          if (feedHonours(book, { ...bet, isQuoted })) {
            book = applyBet(book, bet);
            seen.accepted += 1;
            if (bet.odds > now) seen.aheadOfPrice += 1;
            expect(bet.odds <= now || isQuoted).toBe(true);
            staked += bet.stake;
            const payout = payoutOf(bet);
            // Whole cents at two decimals: no rounding.
            expect(payout * 1_000_000n).toBe(bet.stake * bet.odds);
            owed[outcome] = (owed[outcome] ?? 0n) + payout;
          } else seen.refused += 1;
          expect(exposureOf(book) <= book.room).toBe(true);
          expect(book.received).toBe(staked);
          expect(book.openStakes).toBe(staked);
          expect(book.openReturns).toEqual(owed);
          if (moved !== null) book = withOdds(book, outcome, microOdds(BigInt(moved) * ODDS_STEP));
        }
      }),
      runs(500),
    );
    expect(seen.accepted).toBeGreaterThan(1_000);
    expect(seen.refused).toBeGreaterThan(300);
    expect(seen.aheadOfPrice).toBeGreaterThan(50);
  });

  test('betting on all outcomes at odds with a margin gains nothing, however the stakes are spread', () => {
    let tried = 0;
    fc.assert(
      fc.property(
        freshFeedBooks.filter((book) => (marginOf(book) ?? 0) > 0),
        fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        (book, cents, isLevelled) => {
          tried += 1;
          const prices = book.odds.map((each) => each ?? LOWEST_ODDS);
          const [most = 1n] = cents;
          // Any stakes, or stakes that return about the same for every outcome, as a sure gain would need.
          const stakes = prices.map((price, k): MicroUsdc => {
            const levelled = (most * 1_000_000_000n) / price;
            return microUsdc((isLevelled ? levelled + 1n : (cents[k] ?? 1n)) * CENT);
          });
          const paid = stakes.reduce((sum, stake) => sum + stake, 0n);
          const returns = stakes.map((stake, k) => payoutOf({ stake, odds: prices[k] ?? LOWEST_ODDS }));
          const results = everyResult(prices.length, book.winners);
          const isLost = (won: number[]) => won.reduce((sum, j) => sum + (returns[j] ?? 0n), 0n) < paid;
          expect(results.some(isLost)).toBe(true);
        },
      ),
      runs(400),
    );
    expect(tried).toBeGreaterThan(0);
  });
});

/** A share of odds in hundredths, rounded down to two decimals. */
function hundredthsOf(of: MicroOdds, hundredths: number): MicroOdds {
  return microOdds(((of * BigInt(hundredths)) / 100n / ODDS_STEP) * ODDS_STEP);
}

function withOdds(book: FeedBook, outcome: number, to: MicroOdds): FeedBook {
  return { ...book, odds: book.odds.map((each, k) => (k === outcome ? to : each)) };
}
