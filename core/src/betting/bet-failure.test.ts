import { describe, expect, test } from 'vitest';
import { BET_FAILURES, betFailureSentence, isBetFailure, waitAfterFailures } from './bet-failure.ts';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

describe('why a bet failed', () => {
  test.each(BET_FAILURES)('%s is one sentence that says that nothing was taken', (failure) => {
    expect(betFailureSentence(failure)).toMatch(/^[A-Z][^.]*, so nothing was taken\.$/);
  });

  test('is none of what was never named', () => {
    expect(isBetFailure('funds-too-low')).toBe(true);
    expect(isBetFailure('FundsTooLow')).toBe(false);
  });
});

describe('a wallet whose bets failed by its own doing', () => {
  test.each<[string, string[], string, string | null]>([
    ['none failed', [], '12:00:00', null],
    ['one failed', ['11:59:59'], '12:00:00', null],
    ['two within the hour', ['11:59:00', '11:30:00'], '12:00:00', '12:59:00'],
    ['two exactly an hour apart', ['11:59:00', '10:59:00'], '12:00:00', '12:59:00'],
    ['two more than an hour apart', ['11:59:00', '10:58:59.999'], '12:00:00', null],
    ['two, and the hour is over', ['11:00:00', '10:30:00'], '12:00:00', null],
    ['two, and a millisecond is left', ['11:00:00.001', '10:30:00'], '12:00:00', '12:00:00.001'],
    ['a third one, which counts from anew', ['11:50:00', '11:10:00', '11:00:00'], '12:00:00', '12:50:00'],
  ])('waits as long as it should when %s', (_, failedAt, now, until) => {
    expect(waitAfterFailures(failedAt.map(at), at(now))).toEqual(until === null ? null : at(until));
  });
});
