import type { WireBet } from '@tallystone/core/http-api';
import { expect, test } from 'vitest';
import { betTotals } from './bet-totals.ts';

const aBet = (amount: number, status: WireBet['status']): WireBet => ({
  id: `b_${amount}`,
  marketId: 'm_a',
  market: { title: 'A market' },
  outcomeId: 'o_a',
  outcomeName: 'Yes',
  amount,
  odds: 2,
  potentialWin: amount,
  totalReturn: amount * 2,
  status,
  placedAt: '2026-11-20T10:00:00.000Z',
  reference: 'eth_0',
});

test('counts all, the confirmed ones as active, and adds the stakes to the cent', () => {
  const bets = [aBet(0.1, 'confirmed'), aBet(0.2, 'settled'), aBet(25, 'confirmed'), aBet(3, 'failed')];
  expect(betTotals(bets)).toEqual({ totalBets: 4, activeBets: 2, totalWagered: 28.3 });
  expect(betTotals([])).toEqual({ totalBets: 0, activeBets: 0, totalWagered: 0 });
});
