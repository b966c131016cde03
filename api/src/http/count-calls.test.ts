import { expect, test, vi } from 'vitest';
import { countCalls } from './count-calls.ts';

/** What is told to the calls of these callers, one after the other. */
function count(
  counts: InstanceType<ReturnType<typeof countCalls>>,
  callers: readonly string[],
  spanMs = 1000,
): number[] {
  return callers.map((caller) => {
    let told = 0;
    counts.incr(
      caller,
      (_error, result) => {
        told = result?.current ?? 0;
      },
      spanMs,
      2,
    );
    return told;
  });
}

test('what a call was told stays as it was when others are counted', () => {
  const Counts = countCalls(10);
  const counts = new Counts({});
  const told: unknown[] = [];
  for (let i = 0; i < 3; i++) counts.incr('a', (_error, result) => told.push(result), 1000, 2);
  expect(told).toMatchObject([{ current: 1 }, { current: 2 }, { current: 3 }]);
});

test('the ones who called longest ago are forgotten first', () => {
  const Counts = countCalls(2);
  const counts = new Counts({});
  expect(count(counts, ['a', 'b', 'a', 'c', 'a', 'b', 'a'])).toEqual([1, 1, 2, 1, 3, 1, 4]);
});

test('a span begins with the first call after the last one, and its rest is told', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const Counts = countCalls(2);
  const counts = new Counts({});
  const told: unknown[] = [];
  for (const passed of [0, 999, 1, 400]) {
    vi.advanceTimersByTime(passed);
    counts.incr('a', (_error, result) => told.push(result), 1000, 2);
  }
  vi.useRealTimers();
  expect(told).toEqual([
    { current: 1, ttl: 1000 },
    { current: 2, ttl: 1 },
    { current: 1, ttl: 1000 },
    { current: 2, ttl: 600 },
  ]);
});
