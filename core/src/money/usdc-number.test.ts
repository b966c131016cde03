import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, microUsdc } from './micro-usdc.ts';
import { parseUsdc } from './parse-usdc.ts';
import { usdcToNumber } from './usdc-number.ts';

const BOUND = 9_007_199_254_740_991n;

describe('usdcToNumber', () => {
  test.each([
    [0n, 0],
    [1n, 0.000001],
    [290_000n, 0.29],
    [25_500_000n, 25.5],
    [-10_000n, -0.01],
    [BOUND, 9_007_199_254.740992],
    [-BOUND, -9_007_199_254.740992],
  ])('makes %s micro-USDC the number %s', (micro, number) => {
    expect(usdcToNumber(microUsdc(micro))).toBe(number);
  });

  test('a whole-cent amount survives JSON', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (cents) => {
        const amount = microUsdc(cents * CENT);
        expect(parseUsdc(JSON.parse(JSON.stringify(usdcToNumber(amount))))).toBe(amount);
      }),
      runs(3_000),
    );
  });

  test('every micro-USDC below a billion USDC keeps all its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (micro) => {
        expect(
          usdcToNumber(microUsdc(micro))
            .toFixed(6)
            .replace('.', '')
            .replace(/^0+(?=\d)/, ''),
        ).toBe(String(micro));
      }),
      runs(2_000),
    );
  });

  test.each([BOUND + 1n, -BOUND - 1n, 10n ** 30n])(
    '%s micro-USDC is more than a JSON number can represent',
    (micro) => {
      expect(() => usdcToNumber(microUsdc(micro))).toThrow(
        new RangeError(`expected at most ${BOUND} micro-USDC on the wire, got ${micro}`),
      );
    },
  );
});
