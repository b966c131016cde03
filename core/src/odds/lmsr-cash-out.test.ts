import {
  betFresh,
  type Order,
  orders,
  shares,
  usedBooks,
  usedBooksAtLeast,
} from '@tallystone/testkit/rules/books.ts';
import { exactPricesOf, toDouble } from '@tallystone/testkit/rules/lmsr-oracle.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { bookAffords, bookFill, endBetInBook } from './book.ts';
import { applyBet, worstCaseOf } from './exposure.ts';
import { AS_SIGNED, AT_LEAST, type FillRule } from './fill-rule.ts';
import {
  cashOutValue,
  honours,
  isSound,
  type LmsrBook,
  maxStakeOn,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
  slackOf,
} from './lmsr.ts';
import { LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import { payoutOf } from './payout.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);

/** A part of an outcome's open returns, down to zero. */
function partOf(book: LmsrBook, { outcome, share }: Order): { outcome: number; payout: MicroUsdc } {
  const at = outcome % book.openReturns.length;
  const owed = Number(book.openReturns[at]) / Number(CENT);
  return { outcome: at, payout: microUsdc(BigInt(Math.floor(owed * share)) * CENT) };
}

describe('cashOutValue', () => {
  const even = () =>
    openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) });

  test('of a new bet is its stake except for rounding', () => {
    const bet = { outcome: 0, stake: usd(100), odds: microOdds(1_990_000n) };
    expect(cashOutValue(applyBet(even(), bet), { outcome: 0, payout: payoutOf(bet) })).toBe(usd(99.84));
  });

  test('rises when others bet on the outcome and falls when they bet against it', () => {
    const own = applyBet(even(), { outcome: 0, stake: usd(100), odds: microOdds(1_990_000n) });
    const others = { stake: usd(5_000), odds: microOdds(1_700_000n) };
    const payout = usd(199);
    expect(cashOutValue(applyBet(own, { ...others, outcome: 0 }), { outcome: 0, payout })).toBe(usd(128.58));
    expect(cashOutValue(applyBet(own, { ...others, outcome: 1 }), { outcome: 0, payout })).toBe(usd(71.05));
  });

  test('is the exact value rounded down to the cent', () => {
    let worthSomething = 0;
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const part = partOf(book, order);
        const exact = toDouble(exactPricesOf(book).valueOf(part)) * 100;
        const cents = Number(cashOutValue(book, part)) / Number(CENT);
        // A double may be on the other side of a whole cent only if the exact value almost is one.
        expect(cents).toBeLessThanOrEqual(exact + 1e-4);
        expect(cents).toBeGreaterThan(exact - 1 - 1e-4);
        if (cents > 0) worthSomething += 1;
      }),
      runs(300),
    );
    expect(worthSomething).toBeGreaterThan(50);
  });

  test('never exceeds the bet’s payout and is never negative', () => {
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const part = partOf(book, order);
        const value = cashOutValue(book, part) ?? -1n;
        expect(value >= 0n && value <= part.payout).toBe(true);
        expect(value % CENT).toBe(0n);
      }),
      runs(1_000),
    );
  });

  test('never falls as the return grows', () => {
    fc.assert(
      fc.property(usedBooks, orders, shares, (book, order, less) => {
        const small = partOf(book, { ...order, share: order.share * less });
        const large = partOf(book, order);
        expect((cashOutValue(book, small) ?? 0n) <= (cashOutValue(book, large) ?? -1n)).toBe(true);
      }),
      runs(1_000),
    );
  });

  test('of an almost impossible bet is zero, and of an almost certain one nearly its payout', () => {
    const book = { ...even(), openReturns: [usd(10), usd(20_000_000)] };
    expect(cashOutValue(book, { outcome: 0, payout: usd(10) })).toBe(0n);
    // A double may miss the last cent.
    expect([usd(9.99), usd(10)]).toContain(cashOutValue(book, { outcome: 1, payout: usd(10) }));
  });

  test('is null if the arithmetic gives no number', () => {
    const book = { ...even(), initialProbabilities: [Number.NaN, 0.5] };
    expect(cashOutValue(book, { outcome: 0, payout: usd(10) })).toBeNull();
  });

  test('is null for a negative payout', () => {
    expect(cashOutValue(even(), { outcome: 0, payout: usd(-10) })).toBeNull();
  });
});

describe('betting and cashing out', () => {
  test('at once gains nothing and doesn’t reduce the slack', () => {
    let bets = 0;
    fc.assert(
      fc.property(usedBooks, orders, (book, order) => {
        const bet = betFresh(book, order);
        if (bet === null) return;
        bets += 1;
        const payout = payoutOf(bet);
        const paid = cashOutValue(bet.after, { ...bet, payout }) ?? -1n;
        expect(paid >= 0n && paid <= bet.stake).toBe(true);
        const after = endBetInBook(bet.after, { ...bet, payout, paid: microUsdc(paid) });
        expect(after.openReturns).toEqual(book.openReturns);
        expect(after.openStakes).toBe(book.openStakes);
        expect(slackOf(after)).toBeGreaterThanOrEqual(slackOf(book) - 1e-6);
      }),
      runs(1_200),
    );
    expect(bets).toBeGreaterThan(500);
  });

  test('may raise another outcome above 99%, and quotes then are still taken', () => {
    const even = openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) });
    const against = { outcome: 1, stake: usd(2_000), odds: oddsFor(even, { outcome: 1, stake: usd(2_000) }) };
    const bought = applyBet(even, { ...against, odds: against.odds ?? LOWEST_ODDS });
    const stake = maxStakeOn(bought, 0);
    const full = applyBet(bought, {
      outcome: 0,
      stake,
      odds: oddsFor(bought, { outcome: 0, stake }) ?? LOWEST_ODDS,
    });
    const payout = full.openReturns[1] ?? ZERO_USDC;
    const paid = cashOutValue(full, { outcome: 1, payout }) ?? ZERO_USDC;
    const book = endBetInBook(full, { outcome: 1, stake: usd(2_000), payout, paid });
    expect(probabilitiesOf(book)[0]).toBeGreaterThan(0.99);
    const bet = { outcome: 1, stake: usd(1) };
    const odds = oddsFor(book, bet) ?? LOWEST_ODDS;
    expect(honours(book, { ...bet, odds })).toBe(true);
    expect(maxStakeOn(book, 0)).toBe(ZERO_USDC);
  });

  test('many times, in any order and on any outcomes, gains nothing while no one else moves the price', () => {
    const steps = fc.array(fc.record({ order: orders, sells: fc.boolean(), which: fc.nat(20) }), {
      minLength: 4,
      maxLength: 25,
    });
    let sold = 0;
    fc.assert(
      fc.property(usedBooks, steps, (start, plan) => {
        let book = start;
        let own: { outcome: number; stake: MicroUsdc; payout: MicroUsdc }[] = [];
        let gained = 0n;
        const sell = (bet: (typeof own)[number]) => {
          const paid = cashOutValue(book, bet) ?? microUsdc(0n);
          book = endBetInBook(book, { ...bet, paid });
          own = own.filter((each) => each !== bet);
          gained += paid;
          sold += 1;
        };
        for (const { order, sells, which } of plan) {
          const chosen = own[which % Math.max(1, own.length)];
          if (sells && chosen !== undefined) {
            sell(chosen);
            continue;
          }
          const bet = betFresh(book, order);
          if (bet === null) continue;
          expect(bookFill(book, { ...bet, isQuoted: true })).toBe(bet.odds);
          book = bet.after;
          own = [...own, { ...bet, payout: payoutOf(bet) }];
          gained -= bet.stake;
        }
        for (const bet of own) sell(bet);
        expect(gained <= 0n).toBe(true);
        expect(slackOf(book)).toBeGreaterThanOrEqual(slackOf(start) - 1e-6);
        expect(book.rule === AT_LEAST || isSound(book)).toBe(true);
      }),
      runs(300),
    );
    expect(sold).toBeGreaterThan(1_000);
  });
});

describe('betting at chosen odds and cashing out', () => {
  /** Nine bets of about 100 USDC a tick or two above each quote, then all are cashed out. */
  function attack(rule: FillRule): bigint {
    let book: LmsrBook = openLmsrBook({ rule, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) });
    const own: { outcome: number; stake: MicroUsdc; payout: MicroUsdc }[] = [];
    let gained = 0n;
    for (let i = 0; i < 9; i++) {
      // The highest odds this many ticks above the quote that are still taken.
      for (const ticks of [2n, 1n, 0n]) {
        const bet = { outcome: 0, stake: usd(100) };
        const odds = microOdds((oddsFor(book, bet) ?? LOWEST_ODDS) + ticks * ODDS_STEP);
        const filled = bookFill(book, { ...bet, odds, isQuoted: false });
        if (filled === null) continue;
        book = applyBet(book, { ...bet, odds: filled });
        own.push({ ...bet, payout: payoutOf({ ...bet, odds: filled }) });
        gained -= bet.stake;
        break;
      }
    }
    for (const bet of own) {
      const paid = cashOutValue(book, bet) ?? ZERO_USDC;
      book = endBetInBook(book, { ...bet, paid });
      gained += paid;
    }
    return gained;
  }

  test('profits if old odds are honoured, but not if signed odds are a minimum', () => {
    expect(attack(AS_SIGNED)).toBeGreaterThan(usd(3));
    expect(attack(AT_LEAST)).toBeLessThanOrEqual(0n);
  });

  test('makes no profit in any cycle, whatever is signed, quoted or not, if signed odds are a minimum', () => {
    const steps = fc.array(
      fc.record({
        order: orders,
        sells: fc.boolean(),
        which: fc.nat(20),
        // One in ten is above the odds, and refused.
        ticks: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: -100, max: 0 }) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
        ),
        isQuoted: fc.boolean(),
      }),
      { minLength: 4, maxLength: 25 },
    );
    const seen = { bets: 0, sold: 0, refused: 0 };
    fc.assert(
      fc.property(usedBooksAtLeast, steps, (start, plan) => {
        let book = start;
        let own: { outcome: number; stake: MicroUsdc; payout: MicroUsdc }[] = [];
        let gained = 0n;
        const sell = (bet: (typeof own)[number]) => {
          const paid = cashOutValue(book, bet) ?? ZERO_USDC;
          book = endBetInBook(book, { ...bet, paid });
          own = own.filter((each) => each !== bet);
          gained += paid;
          seen.sold += 1;
        };
        for (const { order, sells, which, ticks, isQuoted } of plan) {
          const chosen = own[which % Math.max(1, own.length)];
          if (sells && chosen !== undefined) {
            sell(chosen);
            continue;
          }
          const quoted = betFresh(book, order);
          if (quoted === null) continue;
          const signed = quoted.odds + BigInt(ticks) * ODDS_STEP;
          const odds = microOdds(signed < LOWEST_ODDS ? LOWEST_ODDS : signed);
          const filled = bookFill(book, { ...quoted, odds, isQuoted });
          expect(filled).toBe(odds > quoted.odds ? null : quoted.odds);
          if (filled === null) {
            seen.refused += 1;
            continue;
          }
          seen.bets += 1;
          book = quoted.after;
          own = [...own, { ...quoted, payout: payoutOf(quoted) }];
          gained -= quoted.stake;
        }
        for (const bet of own) sell(bet);
        expect(gained <= 0n).toBe(true);
      }),
      runs(300),
    );
    expect(seen.bets).toBeGreaterThan(1_000);
    expect(seen.sold).toBeGreaterThan(1_000);
    expect(seen.refused).toBeGreaterThan(50);
  });
});

describe('bookAffords on a market of the market maker', () => {
  const aBook = (): LmsrBook => ({
    ...openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(1_000) }),
    openReturns: [usd(300), usd(120)],
    received: usd(215),
    openStakes: usd(210),
  });
  const bet = { outcome: 0, stake: usd(100), payout: usd(200), paid: usd(110) };

  test('leaves enough for everyone else, whichever outcome wins or if none does', () => {
    const book = aBook();
    expect(worstCaseOf(endBetInBook(book, bet))).toBe(usd(120));
    expect(bookAffords(book, bet, { escrow: usd(230) })).toBe(true);
    expect(bookAffords(book, bet, { escrow: usd(229.99) })).toBe(false);
    const stakesOpen = { ...book, openStakes: usd(290) };
    expect(bookAffords(stakesOpen, bet, { escrow: usd(300) })).toBe(true);
    expect(bookAffords(stakesOpen, bet, { escrow: usd(299.99) })).toBe(false);
  });

  test('needs no slack if signed odds are a minimum: the escrow decides', () => {
    const book: LmsrBook = { ...aBook(), rule: AT_LEAST };
    const all = { ...bet, paid: usd(880) };
    expect(bookAffords(book, all, { escrow: usd(1_000) })).toBe(true);
    expect(bookAffords(book, all, { escrow: usd(999.99) })).toBe(false);
  });

  test('keeps a millionth of slack', () => {
    const book = aBook();
    // What the book's slack allows to be paid above its price.
    const most = slackOf(endBetInBook(book, { ...bet, paid: microUsdc(0n) }));
    const paid = microUsdc(BigInt(Math.floor(most * 1e6)));
    expect(bookAffords(book, { ...bet, paid: microUsdc(paid - 2n) }, { escrow: usd(10_000) })).toBe(true);
    expect(bookAffords(book, { ...bet, paid: microUsdc(paid + 1n) }, { escrow: usd(10_000) })).toBe(false);
  });
});
