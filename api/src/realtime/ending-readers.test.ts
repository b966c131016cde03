import { expect, test } from 'vitest';
import { countEnding } from './ending-readers.ts';

/** How many of 100 streams are open after each tenth of a drain of 10 s. */
function openDuringDrain(): number[] {
  const open = [];
  let left = 100;
  for (let at = 0; at < 10_000; at += 100) {
    left -= countEnding({ open: left, leftMs: 10_000 - at, wholeMs: 10_000, paceMs: 100 });
    if (at % 1000 === 900) open.push(left);
  }
  return open;
}

test('streams end evenly in the last two thirds of a drain', () => {
  const open = openDuringDrain();
  expect(open.slice(0, 3)).toEqual([100, 100, 100]);
  expect(open.at(-1)).toBe(0);
  const ended = open.slice(4).map((left, index) => (open[index + 3] ?? 0) - left);
  for (const count of ended) expect(count).toBeLessThanOrEqual(20);
});

test('all that are left end at the end, and none is nothing to end', () => {
  expect(countEnding({ open: 7, leftMs: 30, wholeMs: 2000, paceMs: 100 })).toBe(7);
  expect(countEnding({ open: 7, leftMs: -5, wholeMs: 0, paceMs: 100 })).toBe(7);
  expect(countEnding({ open: 0, leftMs: 500, wholeMs: 1000, paceMs: 100 })).toBe(0);
});
