import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MicroOdds, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '../odds/parse-odds.ts';
import { comboOdds, comboOddsNow, comboReturn, type LegResult } from './combo-odds.ts';
import { settleCombo } from './settle-combo.ts';

const odds = (decimal: number): MicroOdds => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);
const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * 10_000n);

const legOdds = fc
  .bigInt({ min: LOWEST_ODDS / ODDS_STEP, max: HIGHEST_ODDS / ODDS_STEP })
  .map((steps) => microOdds(steps * ODDS_STEP));
const legResult = fc.constantFrom<LegResult | null>('won', 'void', 'lost', null);
const legs = fc.array(fc.record({ odds: legOdds, result: legResult }), { minLength: 2, maxLength: 12 });
const stakes = fc.bigInt({ min: 1n, max: 10_000_000n }).map((cents) => microUsdc(cents * 10_000n));

describe('the odds of a combo', () => {
  test.each([
    [[1.9, 2.02], 3.83],
    [[1.05, 1.05], 1.1],
    // Rounded down on the way, it would be 1.20.
    [[1.05, 1.05, 1.1], 1.21],
    [[1.01, 1.01], 1.02],
    [[2], 2],
    [[10, 10, 10], 1000],
    [Array<number>(12).fill(1.77), 945.53],
  ])('of %j are %d', (each, expected) => {
    expect(comboOdds(each.map(odds))).toBe(odds(expected));
  });

  test('are the exact product, rounded down once', () => {
    fc.assert(
      fc.property(fc.array(legOdds, { minLength: 1, maxLength: 12 }), (each) => {
        const hundredths = each.map((one) => one / ODDS_STEP);
        const exact = hundredths.reduce((product, one) => product * one, 1n);
        const over = 100n ** BigInt(each.length - 1);
        expect(comboOdds(each)).toBe((exact / over) * ODDS_STEP);
      }),
      runs(500),
    );
  });

  test('need a leg', () => {
    expect(() => comboOdds([])).toThrow(RangeError);
  });
});

describe('what a combo still returns', () => {
  test.each<[string, (LegResult | null)[], number]>([
    ['all legs open', [null, null], 38],
    ['a leg that has won', ['won', null], 38],
    ['a void leg', ['void', null], 20],
    ['only void legs', ['void', 'void'], 10],
  ])('with %s is the stake times the odds now', (_, results, expected) => {
    const of = [odds(1.9), odds(2)].map((each, place) => ({ odds: each, result: results[place] ?? null }));
    expect(comboReturn({ stake: usdc(10), legs: of })).toBe(usdc(expected));
    expect(comboOddsNow(of)).toBe(odds(expected / 10));
  });
});

describe('the end of a combo', () => {
  const ended = (...results: (LegResult | null)[]) =>
    settleCombo({
      stake: usdc(10),
      legs: results.map((result, place) => ({ odds: odds([1.9, 2, 3][place] ?? 1.5), result })),
    });

  test.each<[(LegResult | null)[], ReturnType<typeof settleCombo>]>([
    [['won', null], null],
    [['void', null], null],
    [['lost', null], { kind: 'loss', paid: usdc(0) }],
    [['void', 'lost'], { kind: 'loss', paid: usdc(0) }],
    [['won', 'won'], { kind: 'payout', paid: usdc(38) }],
    [['won', 'void', 'won'], { kind: 'payout', paid: usdc(57) }],
    [['void', 'void'], { kind: 'refund', paid: usdc(10) }],
  ])('of legs %j', (results, end) => {
    expect(ended(...results)).toEqual(end);
  });

  test('never pays more than its full return, whichever legs are void', () => {
    fc.assert(
      fc.property(legs, stakes, (each, stake) => {
        const full = comboReturn({ stake, legs: each.map((leg) => ({ ...leg, result: null })) });
        const end = settleCombo({ stake, legs: each });
        expect(comboReturn({ stake, legs: each })).toBeLessThanOrEqual(full);
        expect(end?.paid ?? 0n).toBeLessThanOrEqual(full);
        // A combo that pays returns at least its stake.
        if (end !== null && end.kind !== 'loss') expect(end.paid).toBeGreaterThanOrEqual(stake);
      }),
      runs(500),
    );
  });
});
