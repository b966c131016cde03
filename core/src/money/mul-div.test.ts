import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { mulDivDown, mulDivUp } from './mul-div.ts';

describe('mulDivDown and mulDivUp', () => {
  test.each([
    { value: 7n, times: 1n, over: 2n, down: 3n, up: 4n },
    { value: 8n, times: 1n, over: 2n, down: 4n, up: 4n },
    { value: 0n, times: 5n, over: 3n, down: 0n, up: 0n },
    { value: -7n, times: 1n, over: 2n, down: -4n, up: -3n },
    { value: -8n, times: 1n, over: 2n, down: -4n, up: -4n },
    { value: 7n, times: -1n, over: 2n, down: -4n, up: -3n },
    {
      value: 999_999_999_990_000n,
      times: 1_000_000_000n,
      over: 1_000_000n,
      down: 999_999_999_990_000_000n,
      up: 999_999_999_990_000_000n,
    },
  ])('$value x $times / $over is $down rounded down and $up rounded up', ({ down, up, ...terms }) => {
    expect(mulDivDown(terms)).toBe(down);
    expect(mulDivUp(terms)).toBe(up);
  });

  test('the exact quotient lies between the two, which are at most one apart', () => {
    const int = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(int, int, fc.bigInt({ min: 1n, max: 10n ** 12n }), (value, times, over) => {
        const down = mulDivDown({ value, times, over });
        const up = mulDivUp({ value, times, over });
        const product = value * times;
        expect(down * over <= product && product < (down + 1n) * over).toBe(true);
        expect((up - 1n) * over < product && product <= up * over).toBe(true);
      }),
      runs(1_000),
    );
  });

  test.each([0n, -1n])('a divisor of %s is refused', (over) => {
    const refusal = new RangeError(`expected a divisor above 0, got ${over}`);
    expect(() => mulDivDown({ value: 1n, times: 1n, over })).toThrow(refusal);
    expect(() => mulDivUp({ value: 1n, times: 1n, over })).toThrow(refusal);
  });
});
