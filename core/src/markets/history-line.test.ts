import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyLine, leadingOutcomes, type PricePoint } from './history-line.ts';

const START = 1_795_000_000;
const at = (seconds: number) => new Date((START + seconds) * 1000);
const stretch = { from: at(0), to: at(3600) };
const change = (seconds: number, millionths: number | null): PricePoint => ({
  at: at(seconds),
  price: [millionths],
});
/** Seconds after the start, and the only outcome's millionths. */
const drawn = (given: Partial<Parameters<typeof historyLine>[0]>) =>
  historyLine({ stretch, held: [500_000], changes: [], holds: [500_000], ...given }).map(
    ({ second, price }) => [second - START, price[0]],
  );

describe('historyLine', () => {
  test('is flat without changes', () => {
    expect(drawn({})).toEqual([
      [0, 500_000],
      [3600, 500_000],
    ]);
  });

  test('has each change at its second, in whole seconds', () => {
    expect(drawn({ changes: [change(10.2, 510_000), change(20.9, 520_000)], holds: [520_000] })).toEqual([
      [0, 500_000],
      [10, 510_000],
      [20, 520_000],
      [3600, 520_000],
    ]);
  });

  test('begins with the last change before its start', () => {
    expect(drawn({ changes: [change(-90, 400_000), change(-30, 450_000), change(5, 460_000)] })).toEqual([
      [0, 450_000],
      [5, 460_000],
      [3600, 500_000],
    ]);
  });

  test('keeps only the last of several changes within a second', () => {
    expect(drawn({ changes: [change(10.1, 1), change(10.5, 2), change(10.9, 3)] })).toEqual([
      [0, 500_000],
      [10, 3],
      [3600, 500_000],
    ]);
  });

  test('ends with the final price, whatever changed at its end or later', () => {
    expect(drawn({ changes: [change(3600.7, 1), change(4000, 2)], holds: [600_000] })).toEqual([
      [0, 500_000],
      [3600, 600_000],
    ]);
  });

  test('runs forward when a clock was set back', () => {
    expect(drawn({ changes: [change(100, 1), change(40, 2), change(120, 3)] })).toEqual([
      [0, 500_000],
      [100, 2],
      [120, 3],
      [3600, 500_000],
    ]);
  });

  test('is one point if it starts and ends in the same second', () => {
    expect(drawn({ stretch: { from: at(0.1), to: at(0.8) }, holds: [7] })).toEqual([[0, 7]]);
  });

  test('keeps missing prices', () => {
    expect(drawn({ changes: [change(10, null)] })[1]).toEqual([10, null]);
  });

  test('has at most 600 ascending points, only real ones, including the first and the last', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 90_000 }), { minLength: 0, maxLength: 3000 }),
        fc.integer({ min: 90_001, max: 100_000 }),
        (seconds, length) => {
          const changes = seconds.sort((a, b) => a - b).map((second) => change(second, second));
          const line = drawn({ stretch: { from: at(0), to: at(length) }, changes, holds: [999_999] });
          expect(line.length).toBeLessThanOrEqual(600);
          expect(line[0]).toEqual([0, 500_000]);
          expect(line.at(-1)).toEqual([length, 999_999]);
          for (const [place, point] of line.entries()) {
            if (place > 0) expect(Number(point[0])).toBeGreaterThan(Number(line[place - 1]?.[0]));
            if (place > 0 && place < line.length - 1) expect(point[1]).toBe(point[0]);
          }
          if (seconds.length + 2 <= 600) expect(line).toHaveLength(seconds.length + 2);
          else expect(line.length).toBeGreaterThan(100);
        },
      ),
      runs(50),
    );
  });

  test('leaves no part with changes empty', () => {
    const changes = Array.from({ length: 1439 }, (_, minute) => change((minute + 1) * 60, minute));
    const line = drawn({ stretch: { from: at(0), to: at(86_400) }, changes });
    expect(line).toHaveLength(600);
    for (const [place, [second]] of line.entries())
      if (place > 0) expect(Number(second) - Number(line[place - 1]?.[0])).toBeLessThanOrEqual(240);
  });
});

describe('leadingOutcomes', () => {
  test.each<[(number | null)[], number, number[]]>([
    [[500_000, 500_000], 8, [0, 1]],
    [[100_000, 700_000, 200_000], 2, [1, 2]],
    [[null, 1, 2], 2, [1, 2]],
    [[5, 5, 5], 2, [0, 1]],
    [[], 2, []],
  ])('for %j the first %i are %j', (price, most, leading) => {
    expect(leadingOutcomes(price, most)).toEqual(leading);
  });
});
