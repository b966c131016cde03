import { describe, expect, test } from 'vitest';
import { ADMIN_LEVEL, effectiveKycLevel } from './kyc-level.ts';

describe('effectiveKycLevel', () => {
  test.each([
    { level: 0, isAdmin: false, effective: 0 },
    { level: 1, isAdmin: false, effective: 1 },
    { level: 2, isAdmin: false, effective: 1 },
    { level: 99, isAdmin: false, effective: 1 },
    { level: -1, isAdmin: false, effective: 0 },
    { level: Number.NaN, isAdmin: false, effective: 0 },
    { level: 0, isAdmin: true, effective: 2 },
    { level: 1, isAdmin: true, effective: 2 },
  ])('with checks at $level and admin grant $isAdmin is $effective', ({ effective, ...user }) => {
    expect(effectiveKycLevel(user)).toBe(effective);
  });

  test('reaches the admin level only by a grant', () => {
    for (const level of [0, 1, 2]) {
      expect(effectiveKycLevel({ level, isAdmin: false })).toBeLessThan(ADMIN_LEVEL);
      expect(effectiveKycLevel({ level, isAdmin: true })).toBe(ADMIN_LEVEL);
    }
  });
});
