import { expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { leastInPlay } from './least-in-play.ts';

test.each([
  [41_980_000n, 39_880_000n],
  [100_000_000n, 95_000_000n],
  [20_000n, 10_000n],
  [10_000n, 10_000n],
])('the suggested minimum of a value of %i micro-USDC is %i, in whole cents', (value, least) => {
  expect(leastInPlay(microUsdc(value))).toBe(least);
});
