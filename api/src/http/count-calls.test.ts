import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countCalls } from './count-calls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('the calls of a caller are let through up to the limit, each counted by itself', () => {
  const count = countCalls({ max: 2, spanMs: 1000, mostCallers: 10 });
  expect(['a', 'a', 'a', 'b'].map(count)).toEqual([null, null, 1000, null]);
});

test('the ones who called longest ago are forgotten first', () => {
  const count = countCalls({ max: 1, spanMs: 1000, mostCallers: 2 });
  expect(['a', 'b', 'a', 'c', 'a', 'b', 'a'].map(count)).toEqual([null, null, 1000, null, 1000, null, 1000]);
});

test('a span begins with the first call after the last one, and its rest is told', () => {
  const count = countCalls({ max: 1, spanMs: 1000, mostCallers: 2 });
  const told = [0, 999, 1, 400].map((passed) => {
    vi.advanceTimersByTime(passed);
    return count('a');
  });
  expect(told).toEqual([null, 1, null, 600]);
});
