import { twoDecimalsOf } from '@tallystone/testkit/rules/decimal-oracle.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsdc } from './format-usdc.ts';
import { microUsdc } from './micro-usdc.ts';

describe('formatUsdc', () => {
  test.each([
    [0n, '0.00'],
    [1n, '0.00'],
    [9_999n, '0.00'],
    [10_000n, '0.01'],
    [990_000n, '0.99'],
    [1_000_000n, '1.00'],
    [1_234_500_000n, '1234.50'],
    [1_239_999n, '1.23'],
    [10_000_000_000_000n, '10000000.00'],
    [-1n, '-0.01'],
    [-10_000n, '-0.01'],
    [-10_001n, '-0.02'],
    [-1_234_567n, '-1.24'],
    [-99_999_999n, '-100.00'],
  ])('writes %s micro-USDC as %s', (micro, text) => {
    expect(formatUsdc(microUsdc(micro))).toBe(text);
  });

  test('agrees with a decimal oracle on every amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: -(10n ** 7n), max: 10n ** 7n }),
        (large, small) => {
          for (const micro of [large, small]) {
            expect(formatUsdc(microUsdc(micro))).toBe(twoDecimalsOf(micro.toString()));
          }
        },
      ),
      runs(3_000),
    );
  });
});
