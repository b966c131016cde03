import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evenGrid, placeAt } from './even-grid.ts';
import type { PricePoints } from './price-points.ts';

const pointsAt = (at: number[], values: (number | null)[]): PricePoints => ({
  at,
  lines: [{ id: 'o_yes', name: 'Yes', index: 0, values }],
});

describe('a grid', () => {
  test('has a moment for each second of a short history, with its price', () => {
    const grid = evenGrid(pointsAt([100, 102, 105], [50, null, 61]));
    expect(grid.at).toEqual([100, 101, 102, 103, 104, 105]);
    expect(grid.lines).toEqual([[50, 50, null, null, null, 61]]);
  });

  test('of a single point is that point', () => {
    expect(evenGrid(pointsAt([100], [50]))).toEqual({ at: [100], lines: [[50]] });
  });

  test('draws a burst of changes and a quiet night each as wide as it is long', () => {
    const burst = Array.from({ length: 20 }, (_, place) => 1000 + place);
    const values = burst.map((_, place) => place);
    const grid = evenGrid(pointsAt([...burst, 1000 + 36_000], [...values, 99]));
    // Nearly all moments are in the night, at the last price of the burst.
    expect(grid.lines[0]?.filter((value) => value === 19).length).toBeGreaterThan(595);
  });

  test('rises evenly from the first point to the last, always with the price of the moment', () => {
    const points = fc
      .uniqueArray(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 80 })
      .map((at) => at.sort((a, b) => a - b))
      .chain((at) =>
        fc
          .array(fc.option(fc.double({ min: 0, max: 100, noNaN: true })), {
            minLength: at.length,
            maxLength: at.length,
          })
          .map((values) => pointsAt(at, values)),
      );
    fc.assert(
      fc.property(points, ({ at, lines }) => {
        const grid = evenGrid({ at, lines });
        expect(grid.at[0]).toBe(at[0]);
        expect(grid.at.at(-1)).toBe(at.at(-1));
        expect(grid.at.length).toBeLessThanOrEqual(601);
        const steps = grid.at.slice(1).map((moment, slot) => moment - (grid.at[slot] ?? 0));
        expect(steps.every((step) => step >= 1)).toBe(true);
        expect(Math.max(0, ...steps) - Math.min(...steps, Math.max(0, ...steps))).toBeLessThanOrEqual(1);
        grid.at.forEach((moment, slot) => {
          // A simple search for the latest point up to this moment.
          const latest = at.reduce((last, each, place) => (each <= moment ? place : last), 0);
          expect(grid.lines[0]?.[slot]).toBe(lines[0]?.values[latest]);
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('the point of a moment', () => {
  test.each([
    [50, 0],
    [100, 0],
    [101, 0],
    [102, 1],
    [104, 1],
    [105, 2],
    [999, 2],
  ])('at %d has index %d', (moment, place) => {
    expect(placeAt([100, 102, 105], moment)).toBe(place);
  });
});
