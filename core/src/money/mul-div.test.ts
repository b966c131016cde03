import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mulDivDown } from './mul-div.ts';

describe('mulDivDown', () => {
  test.each([
    { value: 7n, times: 1n, over: 2n, down: 3n },
    { value: 8n, times: 1n, over: 2n, down: 4n },
    { value: 0n, times: 5n, over: 3n, down: 0n },
    { value: -7n, times: 1n, over: 2n, down: -4n },
    { value: -8n, times: 1n, over: 2n, down: -4n },
    { value: 7n, times: -1n, over: 2n, down: -4n },
    {
      value: 999_999_999_990_000n,
      times: 1_000_000_000n,
      over: 1_000_000n,
      down: 999_999_999_990_000_000n,
    },
  ])('$value x $times / $over is $down rounded down', ({ down, ...terms }) => {
    expect(mulDivDown(terms)).toBe(down);
  });

  test('the exact quotient is at most one above it', () => {
    const int = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(int, int, fc.bigInt({ min: 1n, max: 10n ** 12n }), (value, times, over) => {
        const down = mulDivDown({ value, times, over });
        const product = value * times;
        expect(down * over <= product && product < (down + 1n) * over).toBe(true);
      }),
      runs(1_000),
    );
  });

  test.each([0n, -1n])('a divisor of %s is refused', (over) => {
    const refusal = new RangeError(`expected a divisor above 0, got ${over}`);
    expect(() => mulDivDown({ value: 1n, times: 1n, over })).toThrow(refusal);
  });
});
