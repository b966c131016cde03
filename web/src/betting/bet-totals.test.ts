import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { expect, test } from 'vitest';
import { betTotals } from './bet-totals.ts';

test('counts all bets, confirmed ones as active, and sums stakes and profits to the cent', () => {
  const bets = [
    aBet({ amount: 0.1 }),
    aBet({ amount: 0.2, status: 'settled', result: 'won', profit: 0.1 }),
    aBet({ amount: 25, status: 'settled', result: 'lost', profit: -25 }),
    aBet({ amount: 7, status: 'settled', result: 'void', profit: 0 }),
    aBet({ amount: 25 }),
    aBet({ amount: 3, status: 'failed' }),
  ];
  expect(betTotals(bets)).toEqual({
    totalBets: 6,
    activeBets: 2,
    totalWagered: 60.3,
    endedBets: 3,
    profit: -24.9,
  });
  expect(betTotals([])).toEqual({ totalBets: 0, activeBets: 0, totalWagered: 0, endedBets: 0, profit: 0 });
});
