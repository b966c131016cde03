import { describe, expect, test } from 'vitest';
import { acceptedUntil, authorizationDeadline } from './acceptance.ts';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

describe('the acceptance of a live bet', () => {
  test.each<[string, string, string, string, string | null]>([
    ['holds for 30 seconds', '12:00:00', '13:00:00', '12:03:00', '12:00:30'],
    ['ends on a whole second', '12:00:00.999', '13:00:00', '12:03:00', '12:00:30'],
    ['ends with betting', '12:00:00', '12:00:25.500', '12:03:00', '12:00:25'],
    ['ends with the authorization', '12:00:00', '13:00:00', '12:00:26', '12:00:26'],
    ['is refused 19 seconds before the close', '12:00:00', '12:00:19', '12:03:00', null],
    ['is granted 20 seconds before the close', '12:00:00', '12:00:20', '12:03:00', '12:00:20'],
    ['is refused when whole seconds leave less', '12:00:00.500', '12:00:20.900', '12:03:00', null],
    ['is not given after it', '12:00:00', '11:59:59', '12:03:00', null],
  ])('%s', (_, now, closesAt, deadline, until) => {
    const found = acceptedUntil({ now: at(now), closesAt: at(closesAt), deadline: at(deadline) });
    expect(found).toEqual(until === null ? null : at(until));
  });
});

test('an authorization can be used for a minute after its quote expires', () => {
  expect(authorizationDeadline(at('12:02:00.750'))).toBe(at('12:03:00').getTime() / 1000);
});
