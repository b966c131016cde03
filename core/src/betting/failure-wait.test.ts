import { expect, test } from 'vitest';
import { waitAfterFailures } from './failure-wait.ts';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

test.each<[string, string[], string, string | null]>([
  ['none failed', [], '12:00:00', null],
  ['one failed', ['11:59:59'], '12:00:00', null],
  ['two failed within the hour', ['11:59:00', '11:30:00'], '12:00:00', '12:59:00'],
  ['two failed exactly an hour apart', ['11:59:00', '10:59:00'], '12:00:00', '12:59:00'],
  ['two failed more than an hour apart', ['11:59:00', '10:58:59.999'], '12:00:00', null],
  ['two failed, and the hour is over', ['11:00:00', '10:30:00'], '12:00:00', null],
  ['two failed, and a millisecond is left', ['11:00:00.001', '10:30:00'], '12:00:00', '12:00:00.001'],
  [
    'a third one failed, which restarts the hour',
    ['11:50:00', '11:10:00', '11:00:00'],
    '12:00:00',
    '12:50:00',
  ],
])('a wallet waits correctly when %s', (_, failedAt, now, until) => {
  expect(waitAfterFailures(failedAt.map(at), at(now))).toEqual(until === null ? null : at(until));
});
