import { expect, test } from 'vitest';
import { onStopRequest } from './on-stop-request.ts';

test('signals that come together stop the server once, and a later one quits', () => {
  const done: string[] = [];
  let now = 0;
  const signal = onStopRequest({
    finish: () => done.push('finish'),
    quit: () => done.push('quit'),
    now: () => now,
  });
  for (now of [5000, 5000, 5290, 5590]) signal();
  expect(done).toEqual(['finish']);
  now = 5891;
  signal();
  expect(done).toEqual(['finish', 'quit']);
});
