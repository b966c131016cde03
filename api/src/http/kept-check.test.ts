import { expect, test } from 'vitest';
import { keptCheck } from './kept-check.ts';

/** A check whose runs end when the test says so, and a clock that the test moves. */
function aCheck({ limitMs = 600_000 }: { limitMs?: number } = {}) {
  let nowMs = 1_000_000;
  const looks: ((found: string) => void)[] = [];
  const check = keptCheck<string>({
    look: () => new Promise((resolve) => looks.push(resolve)),
    late: 'late',
    now: () => new Date(nowMs),
    limitMs,
  });
  return { check, looks, pass: (ms: number) => (nowMs += ms) };
}

test('concurrent callers share one run and its result', async () => {
  const { check, looks } = aCheck();
  const answers = Promise.all(Array.from({ length: 512 }, () => check.ask()));
  expect(looks).toHaveLength(1);
  looks[0]?.('well');
  expect(new Set(await answers)).toEqual(new Set(['well']));
});

test('a result is valid for a second', async () => {
  const { check, looks, pass } = aCheck();
  const first = check.ask();
  looks[0]?.('well');
  await first;
  pass(999);
  expect(await check.ask()).toBe('well');
  expect(looks).toHaveLength(1);
  pass(1);
  const second = check.ask();
  expect(looks).toHaveLength(2);
  looks[1]?.('ill');
  expect(await second).toBe('ill');
});

test('a clock that is set back keeps no result for ever', async () => {
  const { check, looks, pass } = aCheck();
  const first = check.ask();
  looks[0]?.('well');
  await first;
  pass(-3_600_000);
  void check.ask();
  expect(looks).toHaveLength(2);
});

test('if a run hangs, all callers get `late`, and no second run starts', async () => {
  const { check, looks, pass } = aCheck({ limitMs: 1 });
  expect(await check.ask()).toBe('late');
  pass(60_000);
  expect(await Promise.all([check.ask(), check.ask()])).toEqual(['late', 'late']);
  expect(looks).toHaveLength(1);
  // When it ends, its result is as old as its start, so the next call runs again.
  looks[0]?.('well');
  await Promise.resolve();
  const next = check.ask();
  expect(looks).toHaveLength(2);
  looks[1]?.('well');
  expect(await next).toBe('well');
});

test('a learned result is valid at once, even while a run hangs', async () => {
  const { check, looks, pass } = aCheck({ limitMs: 1 });
  expect(await check.ask()).toBe('late');
  check.learn('well');
  expect(await check.ask()).toBe('well');
  pass(1000);
  expect(await check.ask()).toBe('late');
  check.learn('ill', 10_000);
  // The run began before, so it doesn't replace the learned result.
  looks[0]?.('well');
  await Promise.resolve();
  pass(9999);
  expect(await check.ask()).toBe('ill');
  expect(looks).toHaveLength(1);
});
