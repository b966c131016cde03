import type { WireRehearsal, WireResolution, WireWaitingMarket } from '@tallystone/core/http-api/settlement';

export const SELF = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const OTHER = '0x9a8F92a830A5cB89a3816e3D267CB7791c16b04D';

/** A rehearsal for tests: Yes won, two of three bets are paid, the books add up to zero before and after. */
export function aRehearsal(given: Partial<WireRehearsal> = {}): WireRehearsal {
  return {
    marketId: 'm_a',
    title: 'Alpha',
    version: 7,
    outcomeId: 'yes',
    outcomeName: 'Yes',
    bets: 3,
    paidBets: 2,
    paid: 45.7599,
    escrow: 1060,
    toPool: 1014.2401,
    houseResult: 14.2401,
    largest: [
      { wallet: OTHER, betId: 'b_1', stake: 20, paid: 40.5 },
      { wallet: '4Nd1mYwL5yDZcWVqSgqsTXuCqPqKhfGq3dXm1o8LmQ7n', betId: 'b_2', stake: 3, paid: 5.2599 },
    ],
    ledger: [
      { account: 'Users', before: 900, after: 945.7599 },
      { account: 'Escrow of this market', before: 1060, after: 0 },
      { account: 'House pool', before: 98_040, after: 99_054.2401 },
      { account: 'Faucet', before: -100_000, after: -100_000 },
    ],
    odd: [],
    hash: 'hash-1',
    ...given,
  };
}

/** The same market's void. */
export function aVoidRehearsal(given: Partial<WireRehearsal> = {}): WireRehearsal {
  return aRehearsal({
    outcomeId: null,
    outcomeName: null,
    paidBets: 3,
    paid: 60,
    toPool: 1000,
    houseResult: 0,
    largest: [{ wallet: OTHER, betId: 'b_1', stake: 20, paid: 20 }],
    ledger: [],
    hash: 'hash-void',
    ...given,
  });
}

/** A resolution for tests: proposed by another admin, waiting for approval. */
export function aResolution(given: Partial<WireResolution> = {}): WireResolution {
  return {
    id: 1,
    marketId: 'm_a',
    title: 'Alpha',
    outcomeId: 'yes',
    outcomeName: 'Yes',
    source: 'admin',
    evidence: 'See https://example.org/final for the score.',
    stage: 'approval',
    proposedBy: OTHER,
    proposedAt: '2026-11-21T10:00:00.000Z',
    objections: 0,
    rehearsal: aRehearsal(),
    ...given,
  };
}

/** A market without a result for tests, as it waits for an admin. */
export function aWaitingMarket(given: Partial<WireWaitingMarket> & { id: string }): WireWaitingMarket {
  return {
    title: `Market ${given.id}`,
    source: 'custom',
    state: 'closed',
    closesAt: '2026-11-21T09:00:00.000Z',
    settlesBy: '2026-11-23T09:00:00.000Z',
    overdue: false,
    bets: 3,
    stakes: 60,
    outcomes: [
      { id: 'yes', name: 'Yes', bets: 2 },
      { id: 'no', name: 'No', bets: 1 },
    ],
    why: 'Betting has ended.',
    ...given,
  };
}
