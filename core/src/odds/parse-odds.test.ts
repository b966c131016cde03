import { microDigitsOf } from '@tallystone/testkit/rules/decimal-oracle.ts';
import { decimalTexts, notDecimals } from '@tallystone/testkit/rules/decimal-texts.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { microOdds } from '../money/micro-usdc.ts';
import { formatOdds } from './format-odds.ts';
import { oddsToNumber } from './odds-number.ts';
import { parseOdds } from './parse-odds.ts';

const quotable = fc.bigInt({ min: 101n, max: 100_000n }).map((hundredths) => microOdds(hundredths * 10_000n));

describe('parseOdds', () => {
  test.each([
    ['1.01', 1_010_000n],
    ['1.5', 1_500_000n],
    ['1.50', 1_500_000n],
    ['2', 2_000_000n],
    ['1000', 1_000_000_000n],
    ['1000.00', 1_000_000_000n],
    [1.85, 1_850_000n],
    [2, 2_000_000n],
    [999.99, 999_990_000n],
  ])('reads %j as %s micro-odds', (input, micro) => {
    expect(parseOdds(input)).toBe(micro);
  });

  test.each(['0', '0.99', '1', '1.0', '1.00', '1000.01', '1000.1', '1001', '9999.99', '10000', '1.855'])(
    'refuses %s, which is out of range or too fine',
    (text) => {
      expect(parseOdds(text)).toBeNull();
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -2, 0, 1, 1.005, 1.855, 1e3 + 0.01, 1e21])(
    'refuses the number %s',
    (input) => {
      expect(parseOdds(input)).toBeNull();
    },
  );

  test.each(notDecimals.map((text) => [text.slice(0, 40), text] as const))(
    'refuses the text %j',
    (_, text) => {
      expect(parseOdds(text)).toBeNull();
    },
  );

  test('agrees with a decimal oracle on every text', () => {
    fc.assert(
      fc.property(decimalTexts, (text) => {
        const digits = microDigitsOf(text, { wholeDigits: 4 });
        const isQuotable =
          digits !== null && BigInt(digits) >= 1_010_000n && BigInt(digits) <= 1_000_000_000n;
        expect(parseOdds(text)?.toString() ?? null).toBe(isQuotable ? digits : null);
      }),
      runs(10_000),
    );
  });

  test('reads back the text and the number of every quotable odds', () => {
    fc.assert(
      fc.property(quotable, (odds) => {
        expect(parseOdds(formatOdds(odds))).toBe(odds);
        expect(parseOdds(oddsToNumber(odds))).toBe(odds);
      }),
      runs(2_000),
    );
  });
});
