import { expect, test } from 'vitest';
import { restOf } from './rest-of.ts';

test('the rest of a bet is what was not sold of it', () => {
  const bet = { amount: 10, totalReturn: 18.6 };
  expect(restOf(bet)).toEqual({ stake: 10, totalReturn: 18.6 });
  const sold = { stake: 9.7, totalReturn: 18.042, paid: 9 };
  expect(restOf({ ...bet, sold })).toEqual({ stake: 0.3, totalReturn: 0.558 });
});
