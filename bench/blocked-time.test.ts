import { expect, test } from 'vitest';
import { blockedByPage, type TraceEvent } from './blocked-time.ts';

const page = { pid: 1, tid: 2 };
const paint: TraceEvent = { ...page, name: 'firstContentfulPaint', ph: 'I', ts: 1_000 };
const task = (ts: number, tdur: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  ...page,
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  ts,
  dur: 100_000,
  tdur,
  ...more,
});

test('counts what a task takes beyond 50 ms on a processor four times slower', () => {
  expect(blockedByPage([paint, task(2_000, 20_000)])).toBe(30);
  expect(blockedByPage([paint, task(2_000, 12_500), task(200_000, 30_000)])).toBe(70);
});

test('leaves out tasks before the first paint, in other tasks and on other threads', () => {
  expect(
    blockedByPage([
      paint,
      task(-200_000, 40_000),
      task(2_000, 20_000),
      task(2_500, 19_000, { dur: 90_000 }),
      task(2_000, 40_000, { tid: 3 }),
    ]),
  ).toBe(30);
});

test('refuses a trace that it cannot count', () => {
  expect(() => blockedByPage([task(2_000, 20_000)])).toThrow('no first paint');
  expect(() => blockedByPage([paint, { ...task(2_000, 0), tdur: undefined }])).toThrow('no processor time');
});
