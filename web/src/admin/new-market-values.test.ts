import { afterEach, describe, expect, test, vi } from 'vitest';
import { clockChangeAt, utcOf } from './new-market-values.ts';

afterEach(() => vi.unstubAllEnvs());

describe('a local date', () => {
  test.each([
    ['Europe/Berlin', '2030-03-31T02:30', 'skipped', '2030-03-31T01:30'],
    ['Europe/Berlin', '2030-03-31T01:59', null, '2030-03-31T00:59'],
    ['Europe/Berlin', '2030-03-31T03:00', null, '2030-03-31T01:00'],
    ['Europe/Berlin', '2030-10-27T01:59', null, '2030-10-26T23:59'],
    ['Europe/Berlin', '2030-10-27T02:00', 'repeated', '2030-10-27T00:00'],
    ['Europe/Berlin', '2030-10-27T02:59', 'repeated', '2030-10-27T00:59'],
    ['Europe/Berlin', '2030-10-27T03:00', null, '2030-10-27T02:00'],
    ['America/New_York', '2030-03-10T02:30', 'skipped', '2030-03-10T07:30'],
    ['America/New_York', '2030-11-03T01:30', 'repeated', '2030-11-03T05:30'],
    ['Australia/Lord_Howe', '2030-04-07T01:45', 'repeated', '2030-04-06T14:45'],
    ['Australia/Lord_Howe', '2030-04-07T01:15', null, '2030-04-06T14:15'],
    ['UTC', '2030-03-31T02:30', null, '2030-03-31T02:30'],
  ])('in %s, %s is %s and %s in UTC', (zone, typed, change, utc) => {
    vi.stubEnv('TZ', zone);
    expect([clockChangeAt(typed), utcOf(typed)]).toEqual([change, `${utc}:00.000Z`]);
  });

  test.each(['', 'tomorrow', '2030-13-01T10:00', '2030-05-31'])(
    "%j isn't a date and has no clock change",
    (typed) => {
      expect(clockChangeAt(typed)).toBeNull();
    },
  );
});
