import { expect, test } from 'vitest';
import { keptCheck } from './kept-check.ts';

/** A check whose looks end when the test says so, and a clock that the test moves. */
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

test('all who ask at once wait for one look, and all get what it finds', async () => {
  const { check, looks } = aCheck();
  const answers = Promise.all(Array.from({ length: 512 }, () => check.ask()));
  expect(looks).toHaveLength(1);
  looks[0]?.('well');
  expect(new Set(await answers)).toEqual(new Set(['well']));
});

test('what was found counts for a second', async () => {
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

test('a clock that was set back keeps nothing for ever', async () => {
  const { check, looks, pass } = aCheck();
  const first = check.ask();
  looks[0]?.('well');
  await first;
  pass(-3_600_000);
  void check.ask();
  expect(looks).toHaveLength(2);
});

test('a look that hangs is late for everybody, and none is begun beside it', async () => {
  const { check, looks, pass } = aCheck({ limitMs: 1 });
  expect(await check.ask()).toBe('late');
  pass(60_000);
  expect(await Promise.all([check.ask(), check.ask()])).toEqual(['late', 'late']);
  expect(looks).toHaveLength(1);
  // It ends at last: what it found is as old as its beginning, so that the next one looks again.
  looks[0]?.('well');
  await Promise.resolve();
  const next = check.ask();
  expect(looks).toHaveLength(2);
  looks[1]?.('well');
  expect(await next).toBe('well');
});

test('what is learnt elsewhere counts at once, also while a look hangs', async () => {
  const { check, looks, pass } = aCheck({ limitMs: 1 });
  expect(await check.ask()).toBe('late');
  check.learn('well');
  expect(await check.ask()).toBe('well');
  pass(1000);
  expect(await check.ask()).toBe('late');
  check.learn('ill', 10_000);
  // It began before that was learnt, so it does not undo it.
  looks[0]?.('well');
  await Promise.resolve();
  pass(9999);
  expect(await check.ask()).toBe('ill');
  expect(looks).toHaveLength(1);
});
