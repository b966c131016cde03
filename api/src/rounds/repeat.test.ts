import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Repeated, repeat } from './repeat.ts';

let begun: number[];
let errors: unknown[];
/** The work of the next runs, in order; later runs do nothing. */
let work: (() => Promise<void>)[];
let rounds: Repeated;
let finish = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  errors = [];
  work = [];
  const begin = performance.now();
  rounds = repeat({
    everyMs: 1000,
    pauseMs: 100,
    work: async () => {
      begun.push(performance.now() - begin);
      await work.shift()?.();
    },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => vi.useRealTimers());

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const untilFinished = () =>
  new Promise<void>((resolve) => {
    finish = resolve;
  });

test('runs at its interval, and at once when it is woken', async () => {
  await after(1500);
  rounds.wake();
  rounds.wake();
  await after(500);
  expect(begun).toEqual([1000, 1500, 2000]);
});

test('runs once more after its pause if it was woken during a run or the pause', async () => {
  work = [untilFinished];
  void rounds.now();
  await after(200);
  rounds.wake();
  rounds.wake();
  finish();
  await after(50);
  rounds.wake();
  await after(650);
  expect(begun).toEqual([0, 300]);
});

test('never runs twice at once: callers join the run or wait for a new one', async () => {
  work = [untilFinished];
  const joined = [rounds.now(), rounds.now()];
  const own = rounds.afresh();
  await after(1500);
  expect(begun).toEqual([0]);
  finish();
  await Promise.all([...joined, own]);
  expect(begun).toEqual([0, 1500]);
});

test('continues after a failed run, and reports the error', async () => {
  work = [() => Promise.reject(new Error('the database went away'))];
  await rounds.now();
  await after(1000);
  expect([begun, errors]).toEqual([[0, 1000], [new Error('the database went away')]]);
});

test('stops after the current run, whatever was requested', async () => {
  work = [untilFinished];
  void rounds.now();
  await after(0);
  rounds.wake();
  let isStopped = false;
  const stopped = rounds.stop().then(() => {
    isStopped = true;
  });
  await after(3000);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  rounds.wake();
  await rounds.now();
  await after(3000);
  expect(begun).toEqual([0]);
});
