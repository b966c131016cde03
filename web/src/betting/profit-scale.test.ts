import { describe, expect, test } from 'vitest';
import { runningSums, scaleMarks } from './profit-scale.ts';

describe('the scale of the profit chart', () => {
  test.each([
    [[], [0, 0.5]],
    [
      [0, 0],
      [0, 0.5],
    ],
    [
      [21.25, 9.97],
      [0, 10, 20, 30],
    ],
    [
      [-25, -3],
      [-30, -20, -10, 0],
    ],
    [
      [12, -7.5],
      [-10, -5, 0, 5, 10, 15],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [
      [4_000_000, -1],
      [-2_000_000, 0, 2_000_000, 4_000_000],
    ],
  ])('of %j has zero and encloses every value', (values, marks) => {
    expect(scaleMarks(values)).toEqual(marks);
  });
});

test('profits add up without floating-point error', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const points = [0.1, 0.2, -0.3].map((profit) => ({ at, profit }));
  expect(runningSums(points).map(({ sum }) => sum)).toEqual([0.1, 0.3, 0]);
});
