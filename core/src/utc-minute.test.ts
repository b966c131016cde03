import { expect, test } from 'vitest';
import { utcMinute } from './utc-minute.ts';

test('a moment is written in UTC without seconds', () => {
  expect(utcMinute(new Date('2026-11-24T18:30:59.999+02:00'))).toBe('2026-11-24 16:30 UTC');
});
