import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('a limited number runs at once, in the order of the calls', async () => {
  const inTurn = takeTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (i: number) =>
    inTurn(async () => {
      begun.push(i);
      await new Promise<void>((resolve) => ends.push(resolve));
      return i;
    });
  const results = Promise.all([0, 1, 2, 3, 4].map(work));
  for (let ended = 0; ended < 5; ended++) {
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4].slice(0, ended + 2));
    ends[ended]?.();
  }
  expect(await results).toEqual([0, 1, 2, 3, 4]);
});

test('work that fails passes its turn on', async () => {
  const inTurn = takeTurns(1);
  const failed = inTurn(async () => {
    throw new Error('the database went away');
  });
  const next = inTurn(async () => 'done');
  await expect(failed).rejects.toThrow('the database went away');
  expect(await next).toBe('done');
  expect(await inTurn(async () => 'again')).toBe('again');
});
