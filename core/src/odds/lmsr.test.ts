import {
  betFresh,
  freshBooks,
  orders,
  shares,
  stakeOf,
  usedBooks,
  usedBooksAsSigned,
} from '@tallystone/testkit/rules/books.ts';
import { exactPricesOf, toDouble, usdc } from '@tallystone/testkit/rules/lmsr-oracle.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { applyBet, worstCaseOf } from './exposure.ts';
import { AS_SIGNED } from './fill-rule.ts';
import {
  honours,
  type LmsrBook,
  maxStakeAtOdds,
  maxStakeOn,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
  slackOf,
} from './lmsr.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import { payoutOf } from './payout.ts';

const ONE = microUsdc(1_000_000n);

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);

const aBook = (initialProbabilities: readonly number[] = [0.5, 0.5], lossBudget = usd(10_000)) =>
  openLmsrBook({ rule: AS_SIGNED, initialProbabilities, lossBudget });

/** Bets at fresh quotes, all of which must be taken. */
function after(book: LmsrBook, ...bets: [outcome: number, stake: MicroUsdc][]): LmsrBook {
  return bets.reduce((before, [outcome, stake]) => {
    const odds = oddsFor(before, { outcome, stake });
    if (odds === null) throw new Error(`no price for ${stake} on ${outcome}`);
    return applyBet(before, { outcome, stake, odds });
  }, book);
}

describe('openLmsrBook', () => {
  test('normalises weights and owes nothing', () => {
    expect(aBook([2, 1, 1])).toEqual({
      kind: 'lmsr',
      rule: AS_SIGNED,
      winners: 1,
      initialProbabilities: [0.5, 0.25, 0.25],
      lossBudget: usd(10_000),
      openReturns: [0n, 0n, 0n],
      received: 0n,
      openStakes: 0n,
    });
  });

  test('takes 0.01 and 1,000 USDC as minimums', () => {
    expect(aBook([1, 99], usd(1_000)).initialProbabilities).toEqual([0.01, 0.99]);
  });

  test.each<[name: string, weights: number[], reason: string]>([
    ['no outcome', [], 'needs 2 outcomes, got 0'],
    ['one outcome', [1], 'needs 2 outcomes, got 1'],
    ['a probability under 0.01', [0.009, 0.991], 'at least 0.01, got 0.009, 0.991'],
    ['an impossible outcome', [0, 1], 'at least 0.01'],
    ['a negative weight', [-1, 2], 'at least 0.01'],
    ['weights that cancel out', [-1, 1], 'at least 0.01'],
    ['a weight that isn’t a number', [Number.NaN, 1], 'at least 0.01'],
    ['an infinite weight', [Number.POSITIVE_INFINITY, 1], 'at least 0.01'],
    ['more outcomes than 0.01 each allows', Array.from({ length: 101 }, () => 1), 'at least 0.01'],
  ])('refuses %s', (_, weights, reason) => {
    expect(() => aBook(weights)).toThrow(reason);
  });

  test('refuses a budget below 1,000 USDC', () => {
    expect(() => aBook([1, 1], microUsdc(usd(1_000) - 1n))).toThrow('at least 1,000 USDC');
  });
});

describe('probabilitiesOf', () => {
  test('are the starting ones in a fresh book', () => {
    expect(probabilitiesOf(aBook([0.2, 0.3, 0.5]))).toEqual(
      [0.2, 0.3, 0.5].map((p) => expect.closeTo(p, 12)),
    );
  });

  test('agrees with the textbook and sums to 1', () => {
    fc.assert(
      fc.property(usedBooks, (book) => {
        const probabilities = probabilitiesOf(book);
        expect(probabilities.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
        expect(probabilities).toEqual(
          exactPricesOf(book).probabilities.map((p) => expect.closeTo(toDouble(p), 11)),
        );
      }),
      runs(400),
    );
  });
});

describe('oddsFor', () => {
  test.each([
    // b = 9,900 / ln 2 = 14,282.68; 1 USDC returns b ln(1 + 2 (e^(1/b) - 1)) = 1.99996...
    { on: [0.5, 0.5], stake: ONE, odds: 1_990_000n },
    { on: [0.25, 0.75], stake: ONE, odds: 3_990_000n },
    { on: [0.5, 0.5], stake: usd(1_000), odds: 1_930_000n },
    { on: [0.01, 0.99], stake: ONE, odds: 97_760_000n },
    { on: [0.98, 0.02], stake: ONE, odds: 1_020_000n },
  ])('$stake micro-USDC on the first of $on are quoted $odds', ({ on, stake, odds }) => {
    expect(oddsFor(aBook(on), { outcome: 0, stake })).toBe(odds);
  });

  test('is the exact price rounded down to two decimals', () => {
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const outcome = order.outcome % book.openReturns.length;
        const stake = stakeOf(book, order);
        const exact =
          (100 * toDouble(exactPricesOf(book).returnFor({ outcome, stake }))) / toDouble(usdc(stake));
        const odds = oddsFor(book, { outcome, stake });
        if (odds === null) {
          expect(stake > maxStakeOn(book, outcome) || exact < 101 || exact >= 100_001).toBe(true);
        } else {
          // A tiny tolerance: the exact price may be exactly a hundredth.
          expect(Number(odds / ODDS_STEP)).toBeLessThanOrEqual(exact + 1e-6);
          expect(Number(odds / ODDS_STEP)).toBeGreaterThan(exact - 1 - 1e-6);
          expect(odds % ODDS_STEP).toBe(0n);
        }
      }),
      runs(1_600),
    );
  });

  test('never rises with the stake', () => {
    fc.assert(
      fc.property(usedBooks, orders, shares, (book, order, smaller) => {
        const outcome = order.outcome % book.openReturns.length;
        const more = oddsFor(book, { outcome, stake: stakeOf(book, order) });
        const less = oddsFor(book, {
          outcome,
          stake: stakeOf(book, { outcome, share: order.share * smaller }),
        });
        // Odds above 1000.00 are no price, so the smaller stake may be the one without.
        expect(more === null || less === null || less >= more).toBe(true);
      }),
      runs(1_200),
    );
  });

  test.each([0n, -1n, -10_000n])('a stake of %s has no price', (stake) => {
    expect(oddsFor(aBook(), { outcome: 0, stake: microUsdc(stake) })).toBeNull();
  });

  test('a stake above the most the market takes has no price', () => {
    const most = maxStakeOn(aBook(), 0);
    expect(oddsFor(aBook(), { outcome: 0, stake: most })).not.toBeNull();
    expect(oddsFor(aBook(), { outcome: 0, stake: microUsdc(most + CENT) })).toBeNull();
  });

  test('an outcome near certainty has no price: its odds would be below 1.01', () => {
    expect(oddsFor(aBook([0.99, 0.01]), { outcome: 0, stake: usd(0.01) })).toBeNull();
  });

  test.each([-1, 2, 0.5, Number.NaN])('outcome %s of two throws', (outcome) => {
    expect(() => oddsFor(aBook(), { outcome, stake: ONE })).toThrow(
      new RangeError(`outcome ${outcome} of a market with 2`),
    );
  });

  test('a book without an outcome’s returns throws', () => {
    expect(() => oddsFor({ ...aBook(), openReturns: [usd(0)] }, { outcome: 0, stake: ONE })).toThrow(
      'expected the open returns of outcome 1, got none',
    );
  });

  test('prices of fresh markets are within 2% of the probabilities they show', () => {
    fc.assert(
      fc.property(
        freshBooks.filter(({ lossBudget }) => lossBudget >= usd(10_000)),
        (book) => {
          for (const [outcome, probability] of probabilitiesOf(book).entries()) {
            const odds = oddsFor(book, { outcome, stake: ONE });
            if (probability <= 0.05 || odds === null) continue;
            expect(Math.abs(100 * probability * (Number(odds) / 1e6) - 100)).toBeLessThanOrEqual(2);
          }
        },
      ),
      runs(800),
    );
  });
});

describe('an outcome left far behind', () => {
  /** The favourite alternates, so the third outcome falls further behind each turn. */
  function alternate(book: LmsrBook, turns: number): LmsrBook {
    let current = book;
    for (let turn = 0; turn < turns; turn += 1) {
      const outcome = turn % 2;
      current = after(current, [outcome, maxStakeOn(current, outcome)]);
    }
    return current;
  }

  test.each([2, 6, 7, 8, 10, 12])('after %s turns is still priced exactly', (turns) => {
    const book = alternate(aBook([1, 1, 1]), turns);
    const prices = exactPricesOf(book);
    for (const share of [0.001, 0.05, 0.5, 1]) {
      const stake = stakeOf(book, { outcome: 2, share });
      const exact = (100 * toDouble(prices.returnFor({ outcome: 2, stake }))) / toDouble(usdc(stake));
      const odds = oddsFor(book, { outcome: 2, stake });
      expect(odds === null ? exact >= 100_001 : Math.floor(exact + 1e-6) - Number(odds / ODDS_STEP)).toBe(
        odds === null ? true : 0,
      );
    }
  });

  test('is priced by large stakes and has no price for small ones', () => {
    const book = alternate(aBook([1, 1, 1]), 12);
    // Behind by more than e^30, where the plain formula would lose its digits.
    expect(probabilitiesOf(book)[2]).toBeLessThan(Math.exp(-30));
    expect(oddsFor(book, { outcome: 2, stake: ONE })).toBeNull();
    expect(oddsFor(book, { outcome: 2, stake: maxStakeOn(book, 2) })).toBeGreaterThan(LOWEST_ODDS);
    expect(maxStakeAtOdds(book, { outcome: 2, odds: HIGHEST_ODDS })).toBe(0n);
  });

  test('by e^800, where plain powers overflow, still has a price', () => {
    const depth = 9_900 / Math.log(2);
    const book = { ...aBook(), openReturns: [usd(800 * depth), usd(0)] };
    const stake = maxStakeOn(book, 1);
    const share = Number(stake) / 1e6 / depth;
    const odds = oddsFor(book, { outcome: 1, stake }) ?? HIGHEST_ODDS;
    expect(Number(odds) / 1e6).toBeCloseTo(1 + (800 + Math.log(1 - Math.exp(-share))) / share, 1);
  });

  test('is offered up to exactly 1000.00', () => {
    const depth = 9_900 / Math.log(2);
    // Around the point where a cent gets 1000, in steps finer than a hundredth.
    const quotes = Array.from({ length: 400 }, (_, step) => {
      const owed = depth * Math.log(998.999 + step / 200);
      return oddsFor({ ...aBook(), openReturns: [usd(owed), usd(0)] }, { outcome: 1, stake: usd(0.01) });
    });
    expect(quotes).toContain(HIGHEST_ODDS);
    expect(quotes).toContain(null);
    expect(quotes.filter((odds) => odds !== null && odds > HIGHEST_ODDS)).toEqual([]);
  });

  test('by any distance is never offered more than 1000.00', () => {
    // A single micro-USDC in a market of a hundred million: far below any possible stake.
    const book = { ...aBook([1, 1], usd(100_000_000)), openReturns: [usd(4_450_000_000), usd(0)] };
    expect(oddsFor(book, { outcome: 1, stake: microUsdc(1n) })).toBeNull();
  });
});

describe('maxStakeOn', () => {
  test('takes an outcome to 99% and no further', () => {
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const outcome = order.outcome % book.openReturns.length;
        const prices = exactPricesOf(book);
        const most = maxStakeOn(book, outcome);
        expect(most % CENT).toBe(0n);
        const next = microUsdc(most + CENT);
        expect(toDouble(prices.probabilityAfter({ outcome, stake: next }))).toBeGreaterThan(0.99 - 1e-9);
        expect(most === 0n || toDouble(prices.probabilityAfter({ outcome, stake: most })) < 0.99 + 1e-9).toBe(
          true,
        );
      }),
      runs(800),
    );
  });

  test('is 0 on an outcome above 99%', () => {
    const book = { ...aBook(), openReturns: [usd(1_000_000), usd(0)] };
    expect(maxStakeOn(book, 0)).toBe(0n);
    expect(maxStakeOn(book, 1)).toBeGreaterThan(0n);
  });
});

describe('maxStakeAtOdds', () => {
  test('is the largest stake that still gets the odds', () => {
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const outcome = order.outcome % book.openReturns.length;
        const odds = oddsFor(book, { outcome, stake: stakeOf(book, order) }) ?? LOWEST_ODDS;
        const most = maxStakeAtOdds(book, { outcome, odds });
        const atMost = oddsFor(book, { outcome, stake: most });
        const beyond = oddsFor(book, { outcome, stake: microUsdc(most + CENT) });
        expect(most === 0n || (atMost !== null && atMost >= odds)).toBe(true);
        expect(most === 0n || beyond === null || beyond < odds).toBe(true);
      }),
      runs(800),
    );
  });

  test('is at least the quoted stake', () => {
    const odds = oddsFor(aBook(), { outcome: 0, stake: ONE }) ?? LOWEST_ODDS;
    expect(maxStakeAtOdds(aBook(), { outcome: 0, odds })).toBeGreaterThanOrEqual(ONE);
  });

  test('is 0 if no stake gets such odds', () => {
    expect(maxStakeAtOdds(aBook(), { outcome: 0, odds: HIGHEST_ODDS })).toBe(0n);
  });
});

describe('applyBet', () => {
  test('receives the stake and owes the payout only on its outcome', () => {
    const book = applyBet(aBook([1, 1, 1]), { outcome: 1, stake: usd(25), odds: microOdds(2_900_000n) });
    expect(book.received).toBe(usd(25));
    expect(book.openStakes).toBe(usd(25));
    expect(book.openReturns).toEqual([0n, usd(72.5), 0n]);
  });

  test('doesn’t change the given book', () => {
    const book = aBook();
    applyBet(book, { outcome: 0, stake: usd(25), odds: microOdds(1_900_000n) });
    expect(book).toEqual(aBook());
  });
});

describe('honours', () => {
  test.each([
    { off: 0n, honoured: true, why: 'the odds of now' },
    { off: -5n, honoured: true, why: 'shorter odds, which favour the house' },
    { off: 1n, honoured: true, why: 'a little more, within 1% of the stake' },
    { off: 2n, honoured: true, why: 'about the most that 1% of the stake pays for' },
    { off: 4n, honoured: false, why: 'more than 1% of the stake pays for' },
    { off: 100n, honoured: false, why: 'odds of the bettor’s own making' },
  ])('$off hundredths off the fresh odds: $honoured ($why)', ({ off, honoured }) => {
    const fresh = oddsFor(aBook(), { outcome: 0, stake: usd(100) }) ?? LOWEST_ODDS;
    const odds = microOdds(fresh + off * ODDS_STEP);
    expect(honours(aBook(), { outcome: 0, stake: usd(100), odds })).toBe(honoured);
  });

  test.each([0n, 1_000_000n, 1_000_010_000n, 10n ** 12n])(
    'refuses %s micro-odds, which no quote has',
    (odds) => {
      expect(honours(aBook(), { outcome: 0, stake: usd(1), odds: microOdds(odds) })).toBe(false);
    },
  );

  test('takes exactly 1000.00 and never more, however cheap', () => {
    const depth = 9_900 / Math.log(2);
    // So far behind that a cent gets 1000.00.
    const owed = usd(depth * Math.log(999.355));
    const book = { ...aBook(), openReturns: [owed, usd(0)], received: owed, openStakes: owed };
    const bet = { outcome: 1, stake: usd(0.01) };
    expect(oddsFor(book, bet)).toBe(HIGHEST_ODDS);
    expect(honours(book, { ...bet, odds: HIGHEST_ODDS })).toBe(true);
    expect(honours(book, { ...bet, odds: microOdds(HIGHEST_ODDS + ODDS_STEP) })).toBe(false);
  });

  test('refuses a stake above the most the market takes, at any odds', () => {
    const stake = microUsdc(maxStakeOn(aBook(), 0) + CENT);
    expect(honours(aBook(), { outcome: 0, stake, odds: LOWEST_ODDS })).toBe(false);
  });

  test('refuses the largest stake at odds that would raise the outcome above 99%', () => {
    const book = aBook([0.9, 0.1]);
    const stake = maxStakeOn(book, 0);
    const odds = oddsFor(book, { outcome: 0, stake }) ?? LOWEST_ODDS;
    expect(honours(book, { outcome: 0, stake, odds })).toBe(true);
    // A hundredth more is within 1% of the stake and within the slack, but still too much.
    expect(honours(book, { outcome: 0, stake, odds: microOdds(odds + ODDS_STEP) })).toBe(false);
  });

  test('honours every fresh quote, whatever the book', () => {
    fc.assert(
      fc.property(usedBooksAsSigned, orders, (book, order) => {
        const bet = betFresh(book, order);
        expect(bet === null || honours(book, bet)).toBe(true);
      }),
      runs(2_000),
    );
  });

  test('costs at most 1% of an honoured stake, by the textbook', () => {
    fc.assert(
      fc.property(usedBooksAsSigned, orders, fc.integer({ min: -20, max: 40 }), (book, order, off) => {
        const bet = betFresh(book, order);
        if (bet === null) return;
        const signed = { ...bet, odds: microOdds(bet.odds + BigInt(off) * ODDS_STEP) };
        const shortfall =
          toDouble(exactPricesOf(applyBet(book, signed)).cost) -
          toDouble(exactPricesOf(book).cost) -
          toDouble(usdc(bet.stake));
        const costsLittle = shortfall <= 0.01 * toDouble(usdc(bet.stake)) + 1e-6;
        expect(!honours(book, signed) || costsLittle).toBe(true);
      }),
      runs(800),
    );
  });

  test('stops honouring old odds once the slack is used up, but not fresh ones', () => {
    // A crowd always 0.9% ahead of the price, back and forth so the market never fills up.
    let book = aBook([1, 1], usd(1_000));
    let taken = 0;
    let refused = 0;
    for (let turn = 0; turn < 400; turn += 1) {
      const outcome = turn % 2;
      const bet = {
        outcome,
        stake: usd(200),
        odds: oddsFor(book, { outcome, stake: usd(200) }) ?? LOWEST_ODDS,
      };
      const ahead = { ...bet, odds: microOdds(bet.odds + ODDS_STEP) };
      expect(honours(book, bet)).toBe(true);
      if (honours(book, ahead)) {
        book = applyBet(book, ahead);
        taken += 1;
      } else {
        refused += 1;
      }
      expect(slackOf(book)).toBeGreaterThan(0);
    }
    expect(taken).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(100);
  });

  test('without slack takes a bet only if the caller counts the loss, and only at no cost', () => {
    const book = { ...aBook(), received: usd(-1_000) };
    const stake = usd(100);
    const fresh = oddsFor(book, { outcome: 0, stake }) ?? LOWEST_ODDS;
    const bet = { outcome: 0, stake, odds: fresh };
    expect(honours(book, bet)).toBe(false);
    expect(honours(book, bet, { needsSlack: true })).toBe(false);
    expect(honours(book, bet, { needsSlack: false })).toBe(true);
    const ahead = { ...bet, odds: microOdds(fresh + ODDS_STEP) };
    expect(honours(book, ahead, { needsSlack: false })).toBe(false);
  });
});

describe('slackOf', () => {
  test('starts with 1% of the budget', () => {
    expect(slackOf(aBook())).toBeCloseTo(100, 9);
  });

  test('never shrinks through bets at fresh quotes', () => {
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const bet = betFresh(book, order);
        expect(bet === null || slackOf(bet.after) >= slackOf(book) - 1e-6).toBe(true);
      }),
      runs(1_200),
    );
  });
});

describe('worstCaseOf', () => {
  test.each([
    { openStakes: 0, owed: [0, 0], worst: 0, because: 'nothing was bet' },
    { openStakes: 50, owed: [80, 20], worst: 80, because: 'the first outcome may win' },
    { openStakes: 50, owed: [10, 90], worst: 90, because: 'the second may win' },
    { openStakes: 95, owed: [80, 90], worst: 95, because: 'none may win and every stake goes back' },
  ])('is $worst when $because', ({ openStakes, owed, worst }) => {
    expect(worstCaseOf({ winners: 1, openStakes: usd(openStakes), openReturns: owed.map(usd) })).toBe(
      usd(worst),
    );
  });
});

describe('betting at fresh quotes', () => {
  test('has no sure gain, in any sequence of bets', () => {
    fc.assert(
      fc.property(usedBooks, fc.array(orders, { minLength: 1, maxLength: 12 }), (start, plan) => {
        const end = plan.reduce((book, order) => betFresh(book, order)?.after ?? book, start);
        const paid = end.received - start.received;
        const gains = end.openReturns.map((owed, j) => owed - (start.openReturns[j] ?? 0n) - paid);
        expect(gains.some((gain) => gain <= 0n)).toBe(true);
      }),
      runs(1_200),
    );
  });

  test('gains nothing by backing every outcome for the same return, in any order: no cycle profits', () => {
    const orders = fc.tuple(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      shares.filter((share) => share >= 0.01),
    );
    let closest = 0;
    fc.assert(
      fc.property(usedBooks, orders, (start, [order, size]) => {
        const outcomes = order.filter((j) => j < start.openReturns.length);
        const goal = microUsdc(BigInt(Math.round(Number(start.lossBudget) * size)));
        const end = outcomes.reduce((book, outcome) => backTo(book, outcome, goal), start);
        const paid = end.received - start.received;
        const [sure = 0n] = end.openReturns
          .map((owed, j) => owed - (start.openReturns[j] ?? 0n))
          .sort((a, b) => Number(a - b));
        expect(sure <= paid).toBe(true);
        if (paid > 0n) closest = Math.max(closest, Number(sure) / Number(paid));
      }),
      runs(600),
    );
    // A serious attempt: most of the money comes back for sure.
    expect(closest).toBeGreaterThan(0.98);
  });

  test('gains nothing against the exact price by splitting a stake', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 8 });
    let compared = 0;
    fc.assert(
      fc.property(usedBooks, orders, cuts, (start, order, parts) => {
        const whole = betFresh(start, order);
        if (whole === null) return;
        const { outcome, stake } = whole;
        let book = start;
        let returned = 0n;
        for (const part of partsOf(stake, parts)) {
          const odds = oddsFor(book, { outcome, stake: part });
          if (odds === null) return;
          returned += payoutOf({ stake: part, odds });
          book = applyBet(book, { outcome, stake: part, odds });
        }
        compared += 1;
        const exact = exactPricesOf(start).returnFor({ outcome, stake });
        expect(toDouble(usdc(microUsdc(returned)))).toBeLessThanOrEqual(toDouble(exact) * (1 + 1e-12) + 1e-9);
        // Compared with the rounded whole it can regain at most that rounding: under 0.01 of the stake.
        expect(returned - payoutOf(whole) < stake / 100n + 1n).toBe(true);
      }),
      runs(1_000),
    );
    // Most splits had prices to the end.
    expect(compared).toBeGreaterThan(500);
  });
});

/** The stake that raises an outcome's return by about a goal, placed at a fresh quote. */
function backTo(book: LmsrBook, outcome: number, goal: MicroUsdc): LmsrBook {
  let low = 0n;
  let high = maxStakeOn(book, outcome) / CENT;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const stake = microUsdc(middle * CENT);
    const odds = oddsFor(book, { outcome, stake });
    if (odds === null || payoutOf({ stake, odds }) <= goal) low = middle;
    else high = middle - 1n;
  }
  const stake = microUsdc(low * CENT);
  const odds = oddsFor(book, { outcome, stake });
  return odds === null ? book : applyBet(book, { outcome, stake, odds });
}

/** A stake split into whole cents in the given proportions, with no empty part. */
function partsOf(stake: MicroUsdc, proportions: readonly number[]): MicroUsdc[] {
  const total = BigInt(proportions.reduce((a, b) => a + b));
  const cents = stake / CENT;
  const cut = proportions.map((part) => (cents * BigInt(part)) / total);
  const left = cents - cut.reduce((a, b) => a + b, 0n);
  return [...cut, left].filter((part) => part > 0n).map((part) => microUsdc(part * CENT));
}
