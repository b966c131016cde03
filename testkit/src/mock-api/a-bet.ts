import type { WireLimits, WireStatementRow } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';

/** A bet for tests: 25 USDC at 1.85 on an open sports market, confirmed. */
export function aBet(given: Partial<Omit<WireBet, 'market'>> & { market?: Partial<WireBet['market']> } = {}) {
  const { market, ...rest } = given;
  const bet: WireBet = {
    id: 'b_one',
    marketId: 'm_match',
    market: { title: 'Harbour City v Northgate', category: 'sports', state: 'open', ...market },
    outcomeId: 'o_home',
    outcomeName: 'Harbour City',
    amount: 25,
    odds: 1.85,
    potentialWin: 21.25,
    totalReturn: 46.25,
    status: 'confirmed',
    placedAt: '2026-11-20T10:00:00.000Z',
    reference: 'eth_00112233445566778899aabbccddeeff',
    ...rest,
  };
  return bet;
}

/** Limits for tests: 38 of 100 USDC used today, 962.50 available, no own limits. */
export function theLimits(given: Partial<WireLimits> = {}): WireLimits {
  return {
    dailyStakeCap: 100,
    usedToday: 38,
    capLeft: 62,
    resetsAt: '2099-01-02T00:00:00.000Z',
    balance: 962.5,
    givenCap: 100,
    ownCap: null,
    ...given,
  };
}

/** A statement entry for tests: a stake of 25 USDC. */
export function aStatementRow(given: Partial<WireStatementRow> = {}): WireStatementRow {
  return {
    id: 1,
    at: '2026-11-20T10:00:00.000Z',
    kind: 'bet',
    amount: -25,
    balance: 975,
    bets: [
      { betId: 'b_one', marketTitle: 'Harbour City v Northgate', outcomeName: 'Harbour City', amount: 25 },
    ],
    betCount: 1,
    ...given,
  };
}
