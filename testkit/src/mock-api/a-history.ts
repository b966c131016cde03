import type {
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
} from '@tallystone/core/http-api/markets';

/** Formats epoch seconds as the API does. */
export const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * A history for tests of `aMarket`'s market: 50% each an hour before `toS`, 60 to 40 half an hour later, and 54.2 to
 * 45.8 at the end.
 */
export function aHistory({ toS, ...given }: Partial<WireMarketHistory> & { toS: number }): WireMarketHistory {
  return {
    marketId: 'm_one',
    range: '1D',
    step: 'change',
    from: isoOf(toS - 3600),
    to: isoOf(toS),
    version: 1,
    at: [toS - 3600, toS - 1800, toS],
    outcomes: [
      { id: 'o_yes', probability: [50, 60, 54.2] },
      { id: 'o_no', probability: [50, 40, 45.8] },
    ],
    ...given,
  };
}

/** The house's risk on `aMarket`'s market, for tests: it gains on one outcome and loses on the other. */
export function aRisk(given: Partial<WireMarketRisk> = {}): WireMarketRisk {
  return {
    marketId: 'm_one',
    version: 1,
    at: '2026-11-22T10:00:00.000Z',
    atRisk: 10_000,
    escrow: 11_234,
    worstCase: 512.5,
    outcomes: [
      { id: 'o_yes', owed: 1746.5, houseResult: -512.5, maxStake: 38_123.45, limitedBy: 'probability' },
      { id: 'o_no', owed: 400, houseResult: 834, maxStake: 41_000, limitedBy: 'odds' },
    ],
    voidResult: 0,
    ...given,
  };
}

/** The activity of `aMarket`'s market, for tests: opened, a bet, a cash-out. */
export function anActivity(given: Partial<WireMarketActivity> = {}): WireMarketActivity {
  return {
    items: [
      { id: '3', kind: 'cash-out', at: '2026-11-22T10:02:00.000Z', outcomeId: 'o_no', amount: 9.5 },
      { id: '2', kind: 'bet', at: '2026-11-22T10:01:00.000Z', outcomeId: 'o_yes', amount: 25, odds: 1.85 },
      { id: '1', kind: 'opened', at: '2026-11-22T10:00:00.000Z' },
    ],
    ...given,
  };
}
