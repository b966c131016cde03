import { restOf } from '@tallystone/core/betting/rest-of';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { expect, test } from 'vitest';
import { profitIfSold } from './position-totals.ts';
import { paidAtEnd, shownOf, soldSince, splitRest } from './rest-of.ts';

const sold = { stake: 4.1, totalReturn: 7.585, paid: 5.2 };
const bet = aBet({ sold, cashOut: 19.4 });

test('the rest is what was not sold, to the millionth', () => {
  expect(restOf(bet)).toEqual({ stake: 20.9, totalReturn: 38.665 });
  expect(restOf(aBet())).toEqual({ stake: 25, totalReturn: 46.25 });
  expect(profitIfSold(bet)).toBe(-1.5);
});

test('a list shows what is open of an open bet, and all of an ended one', () => {
  expect(shownOf(bet)).toEqual({ stake: 20.9, totalReturn: 38.665, potentialWin: 17.765 });
  const all = { stake: 25, totalReturn: 46.25, potentialWin: 21.25 };
  expect(shownOf({ ...bet, status: 'settled', result: 'lost' })).toEqual(all);
  expect(shownOf(aBet())).toEqual(all);
});

test('what the end of a bet paid leaves out what its parts paid', () => {
  expect(paidAtEnd({ paid: 43.865, sold })).toBe(38.665);
  expect(paidAtEnd({ paid: 46.25 })).toBe(46.25);
  expect(paidAtEnd({})).toBe(0);
});

test('what was sold between two states of a bet', () => {
  const next = { ...bet, sold: { stake: 5.2, totalReturn: 9.62, paid: 6.5 } };
  expect(soldSince(bet, next)).toEqual({ stake: 1.1, paid: 1.3 });
  expect(soldSince(aBet(), bet)).toEqual({ stake: 4.1, paid: 5.2 });
  expect(soldSince(bet, bet)).toEqual({ stake: 0, paid: 0 });
});

test('a part and what stays open return what the whole returned', () => {
  expect(splitRest(restOf(bet), 3.33)).toEqual({
    part: { stake: 3.33, totalReturn: 6.1605 },
    left: { stake: 17.57, totalReturn: 32.5045 },
  });
});
