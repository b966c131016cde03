import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countCalls } from './rate-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('each caller may call up to the limit', () => {
  const count = countCalls({ max: 2, spanMs: 1000, mostCallers: 10 });
  expect(['a', 'a', 'a', 'b'].map(count)).toEqual([null, null, 1000, null]);
});

test('callers whose last call is oldest are forgotten first', () => {
  const count = countCalls({ max: 1, spanMs: 1000, mostCallers: 2 });
  expect(['a', 'b', 'a', 'c', 'a', 'b', 'a'].map(count)).toEqual([null, null, 1000, null, 1000, null, 1000]);
});

test('a span begins with the first call after the last span, and the time left is returned', () => {
  const count = countCalls({ max: 1, spanMs: 1000, mostCallers: 2 });
  const waits = [0, 999, 1, 400].map((passed) => {
    vi.advanceTimersByTime(passed);
    return count('a');
  });
  expect(waits).toEqual([null, 1, null, 600]);
});
