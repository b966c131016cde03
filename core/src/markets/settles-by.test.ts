import { describe, expect, test } from 'vitest';
import { overdueFrom, settlesBy } from './settles-by.ts';

const closesAt = new Date('2026-11-21T12:00:00.000Z');

describe('settlesBy', () => {
  test.each([
    ['custom', '2026-11-23T12:00:00.000Z'],
    ['azuro', '2026-11-23T12:00:00.000Z'],
    ['practice', '2026-11-21T12:00:05.000Z'],
  ] as const)('of a %s market is %s', (source, moment) => {
    expect(settlesBy({ closesAt, source }).toISOString()).toBe(moment);
  });
});

test('admins are warned two days after the close, whatever the market', () => {
  expect(overdueFrom(closesAt).toISOString()).toBe('2026-11-23T12:00:00.000Z');
});
