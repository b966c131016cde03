import { describe, expect, test } from 'vitest';
import { askedWait, reconnectWait } from './reconnect-wait.ts';

describe('the wait before a reconnect', () => {
  test('doubles from half a second to half a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((failures) => reconnectWait({ failures, random: 0 }));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('is randomly up to half shorter', () => {
    expect(reconnectWait({ failures: 3, random: 1 })).toBe(1000);
    expect(reconnectWait({ failures: 3, random: 0.5 })).toBe(1500);
  });

  test('is never shorter than the server asked for, and up to a quarter longer', () => {
    expect(reconnectWait({ failures: 1, random: 0, askedMs: 20_000 })).toBe(20_000);
    expect(reconnectWait({ failures: 1, random: 1, askedMs: 20_000 })).toBe(25_000);
    expect(reconnectWait({ failures: 7, random: 0, askedMs: 20_000 })).toBe(30_000);
  });

  test('is at most a minute, whatever the server asked for', () => {
    expect(reconnectWait({ failures: 1, random: 0, askedMs: 86_400_000 })).toBe(60_000);
  });
});

test.each([
  ['7', 7000],
  ['0', 0],
  [null, 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('Retry-After: %s asks for %i ms', (header, ms) => {
  expect(askedWait(header)).toBe(ms);
});
