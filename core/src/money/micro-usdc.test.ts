import { expect, test } from 'vitest';
import { microOdds, microUsdc } from './micro-usdc.ts';

test('amounts and odds are plain integers at run time', () => {
  expect(microUsdc(25_500_000n)).toBe(25_500_000n);
  expect(microOdds(1_850_000n)).toBe(1_850_000n);
});
