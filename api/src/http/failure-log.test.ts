import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Failure, openFailureLog } from './failure-log.ts';
import { openLog } from './open-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function aLog() {
  const lines: { msg: string; count: number; requestId?: string; err: { message: string } }[] = [];
  const failures = openFailureLog(openLog('warn', { write: (line) => lines.push(JSON.parse(line)) }));
  return { failures, lines };
}

const aFailure = (requestId: string, { route = '/api/bets', code = '42P01' } = {}): Failure => ({
  what: 'a request failed',
  error: Object.assign(new Error(`failure of ${requestId}`), { code, severity: 'ERROR' }),
  of: { route },
  facts: { requestId },
});

test('a thousand failures of a kind are two lines in ten seconds, which count them all', () => {
  const { failures, lines } = aLog();
  for (let n = 1; n <= 1000; n++) failures.report(aFailure(`r${n}`));
  expect(lines).toMatchObject([{ msg: 'a request failed', count: 1, requestId: 'r1' }]);
  vi.advanceTimersByTime(9999);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(lines.slice(1)).toMatchObject([
    { count: 999, requestId: 'r1000', err: { message: 'failure of r1000' } },
  ]);
});

test('the meter counts each failure at once, by its message and the code of its cause', () => {
  const counted: string[] = [];
  const failures = openFailureLog(openLog('silent'), {
    failed: (what, code) => void counted.push(`${what} ${code}`),
  });
  for (const request of ['r1', 'r2']) failures.report(aFailure(request));
  expect(counted).toEqual(['a request failed 42P01', 'a request failed 42P01']);
});

test('a kind that keeps failing has a line every ten seconds', () => {
  const { failures, lines } = aLog();
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < 100; n++) failures.report(aFailure(`r${second}-${n}`));
    vi.advanceTimersByTime(1000);
  }
  expect(lines.map(({ count }) => count)).toEqual([1, 999, 1000, 1000, 1000, 1000, 1000]);
});

test('after ten quiet seconds the next one is written at once', () => {
  const { failures, lines } = aLog();
  failures.report(aFailure('first'));
  vi.advanceTimersByTime(10_000);
  failures.report(aFailure('second'));
  expect(lines).toMatchObject([
    { requestId: 'first', count: 1 },
    { requestId: 'second', count: 1 },
  ]);
});

test('another route or another cause is another kind, another message is not', () => {
  const { failures, lines } = aLog();
  failures.report(aFailure('1'));
  failures.report(aFailure('2', { route: '/api/markets' }));
  failures.report(aFailure('3', { code: '53100' }));
  failures.report(aFailure('4'));
  expect(lines.map(({ requestId }) => requestId)).toEqual(['1', '2', '3']);
});

test('flush writes what was only counted', () => {
  const { failures, lines } = aLog();
  for (const id of ['1', '2', '3']) failures.report(aFailure(id));
  failures.flush();
  expect(lines).toMatchObject([
    { requestId: '1', count: 1 },
    { requestId: '3', count: 2 },
  ]);
  failures.flush();
  expect(lines).toHaveLength(2);
});
