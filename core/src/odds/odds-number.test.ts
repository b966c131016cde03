import { expect, test } from 'vitest';
import { microOdds } from '../money/micro-usdc.ts';
import { oddsToNumber } from './odds-number.ts';

test.each([
  [1_010_000n, 1.01],
  [1_850_000n, 1.85],
  [1_000_000_000n, 1000],
])('%s micro-odds become the number %s', (micro, number) => {
  expect(oddsToNumber(microOdds(micro))).toBe(number);
});
