import type { WireCombo, WireComboLeg } from '@tallystone/core/http-api/combos';

/** A leg for tests: open, at 2.00. */
export function aComboLeg(given: Partial<WireComboLeg> = {}): WireComboLeg {
  return {
    marketId: 'm_1',
    outcomeId: 'o_1',
    gameId: 'g_1',
    title: 'Arsenal vs Chelsea',
    outcomeName: 'Arsenal',
    category: 'sports',
    state: 'open',
    odds: 2,
    ...given,
  };
}

/** A combo for tests: 10 USDC on two selections at 6.00, open. */
export function aCombo(given: Partial<WireCombo> = {}): WireCombo {
  return {
    id: 'c_one',
    amount: 10,
    odds: 6,
    minOdds: 5.86,
    potentialWin: 50,
    totalReturn: 60,
    returnNow: 60,
    status: 'confirmed',
    placedAt: '2026-11-20T10:00:00.000Z',
    reference: 'eth_00112233445566778899aabbccddeeff',
    legs: [
      aComboLeg(),
      aComboLeg({
        marketId: 'm_2',
        outcomeId: 'o_2',
        gameId: 'g_2',
        title: 'Inter vs Milan',
        outcomeName: 'Milan',
        odds: 3,
      }),
    ],
    ...given,
  };
}
