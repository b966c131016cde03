import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttempts, Rest } from './attempts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Attempts of one piece of work, each once its pause is over, and what they reported. */
function aWork() {
  const errors: unknown[] = [];
  const { attempt, isResting } = createAttempts({
    failed: new Rest(500, 4000),
    isStopping: () => false,
    onError: (error) => errors.push(error),
  });
  const next = async (work: () => Promise<boolean | Rest>) => {
    vi.advanceTimersByTime(4000);
    return attempt('pay', work);
  };
  return { errors, next, isResting: () => isResting('pay') };
}

const failing = (code: string) => {
  const error = Object.assign(new Error(code), { code, severity: 'ERROR' });
  return () => Promise.reject(error);
};
const done = async () => true;

test('a failure is reported, and the work rests', async () => {
  const { errors, next, isResting } = aWork();
  expect(await next(failing('23505'))).toBeNull();
  expect(errors).toEqual([expect.objectContaining({ code: '23505' })]);
  expect(isResting()).toBe(true);
  expect(await next(done)).toBe(true);
  expect(isResting()).toBe(false);
});

test.each(['55P03', '40P01'])(
  'work that another transaction was in the way of (%s) rests, and is reported only if the next try fails, too',
  async (code) => {
    const { errors, next, isResting } = aWork();
    expect(await next(failing(code))).toBeNull();
    expect(isResting()).toBe(true);
    expect(await next(done)).toBe(true);
    expect(await next(failing(code))).toBeNull();
    expect(errors).toEqual([]);
    await next(failing(code));
    expect(errors).toEqual([expect.objectContaining({ code })]);
  },
);

test('work that only waited before has not failed twice', async () => {
  const { errors, next } = aWork();
  await next(async () => new Rest(500, 500));
  await next(failing('55P03'));
  expect(errors).toEqual([]);
});
