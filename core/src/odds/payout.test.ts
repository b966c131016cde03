import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import { payoutOf, profitOf } from './payout.ts';

const cents = fc.bigInt({ min: 1n, max: 99_999_999_999n });
const hundredths = fc.bigInt({ min: 101n, max: 100_000n });

describe('payoutOf and profitOf', () => {
  test.each([
    { stake: 10_000n, odds: 1_010_000n, payout: 10_100n },
    { stake: 25_000_000n, odds: 1_850_000n, payout: 46_250_000n },
    { stake: 999_999_999_990_000n, odds: 1_000_000_000n, payout: 999_999_999_990_000_000n },
  ])('$stake micro-USDC at $odds micro-odds return $payout', ({ stake, odds, payout }) => {
    const bet = { stake: microUsdc(stake), odds: microOdds(odds) };
    expect(payoutOf(bet)).toBe(payout);
    expect(profitOf(bet)).toBe(payout - stake);
  });

  test('whole cents at odds of two decimals are never rounded', () => {
    fc.assert(
      fc.property(cents, hundredths, (stakeCents, oddsHundredths) => {
        const bet = { stake: microUsdc(stakeCents * 10_000n), odds: microOdds(oddsHundredths * 10_000n) };
        // Cents times hundredths are ten-thousandths of a USDC: a hundred micro-USDC each.
        expect(payoutOf(bet)).toBe(stakeCents * oddsHundredths * 100n);
        expect(payoutOf(bet) - profitOf(bet)).toBe(bet.stake);
      }),
      runs(2_000),
    );
  });

  test('anything finer is rounded down, so stakes split at the same odds never return more', () => {
    const micro = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(micro, micro, fc.bigInt({ min: 1_000_001n, max: 10n ** 9n }), (one, other, anyOdds) => {
        const odds = microOdds(anyOdds);
        const whole = payoutOf({ stake: microUsdc(one + other), odds });
        const split = payoutOf({ stake: microUsdc(one), odds }) + payoutOf({ stake: microUsdc(other), odds });
        expect(split <= whole).toBe(true);
        expect(whole * 1_000_000n <= (one + other) * odds).toBe(true);
      }),
      runs(2_000),
    );
  });
});
