import { microDigitsOf } from '@tallystone/testkit/rules/decimal-oracle.ts';
import { decimalTexts, notDecimals } from '@tallystone/testkit/rules/decimal-texts.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsdc } from './format-usdc.ts';
import { CENT, microUsdc } from './micro-usdc.ts';
import { parseUsdc } from './parse-usdc.ts';

describe('parseUsdc', () => {
  test.each([
    ['0', 0n],
    ['0.0', 0n],
    ['0.00', 0n],
    ['0.01', 10_000n],
    ['0.1', 100_000n],
    ['0.10', 100_000n],
    ['1', 1_000_000n],
    ['25.5', 25_500_000n],
    ['1234.56', 1_234_560_000n],
    ['999999999.99', 999_999_999_990_000n],
    [25, 25_000_000n],
    [25.5, 25_500_000n],
    [0.01, 10_000n],
    [0.29, 290_000n],
    [1.1, 1_100_000n],
    [999_999_999.99, 999_999_999_990_000n],
    [0, 0n],
  ])('reads %j as %s micro-USDC', (input, micro) => {
    expect(parseUsdc(input)).toBe(micro);
  });

  test.each(notDecimals.map((text) => [text.slice(0, 40), text] as const))(
    'refuses the text %j',
    (_, text) => {
      expect(parseUsdc(text)).toBeNull();
    },
  );

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    -0.01,
    0.001,
    1.005,
    0.1 + 0.2,
    1e-7,
    1e9,
    1e21,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ])('refuses the number %s', (input) => {
    expect(parseUsdc(input)).toBeNull();
  });

  test('agrees with a decimal oracle on every text', () => {
    fc.assert(
      fc.property(decimalTexts, (text) => {
        expect(parseUsdc(text)?.toString() ?? null).toBe(microDigitsOf(text, { wholeDigits: 9 }));
      }),
      runs(10_000),
    );
  });

  test('agrees with a decimal oracle on the text of every number', () => {
    const numbers = fc.oneof(
      fc.double(),
      fc.nat(99_999).map((n) => n / 100),
      fc.nat(999_999).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        expect(parseUsdc(number)?.toString() ?? null).toBe(microDigitsOf(String(number), { wholeDigits: 9 }));
      }),
      runs(5_000),
    );
  });

  test('reads back what formatUsdc writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (cents) => {
        const amount = microUsdc(cents * CENT);
        expect(parseUsdc(formatUsdc(amount))).toBe(amount);
      }),
      runs(2_000),
    );
  });
});
