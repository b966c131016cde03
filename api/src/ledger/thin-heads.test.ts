import { expect, test } from 'vitest';
import type { ChainHead } from './chain-heads.ts';
import { thinHeads } from './thin-heads.ts';

/** This many heads, each this long after the one before. */
const heads = (count: number, everyMs: number): ChainHead[] =>
  Array.from({ length: count }, (_, auditId) => ({
    at: new Date(Date.UTC(2026, 0, 1) + auditId * everyMs),
    auditId,
    hash: 'ab'.repeat(32),
  }));
const HOUR_MS = 3_600_000;

test('few heads are all kept', () => {
  expect(thinHeads([])).toEqual([]);
  const few = heads(1000, 5000);
  expect(thinHeads(few)).toEqual(few);
});

test('of many the newest are kept, and of those before the last of each day', () => {
  const many = heads(1000 + 50, HOUR_MS);
  const kept = thinHeads(many);
  // Two whole days, and the last head of the day in which the newest ones begin.
  expect(kept.slice(0, -1000).map(({ auditId }) => auditId)).toEqual([23, 47, 49]);
  expect(kept.slice(-1000)).toEqual(many.slice(-1000));
  expect(thinHeads(kept)).toEqual(kept);
});

test('no more than 2000 are kept, however many there were', () => {
  const kept = thinHeads(heads(200_000, HOUR_MS));
  expect(kept).toHaveLength(2000);
  expect(kept.at(-1)?.auditId).toBe(199_999);
});
