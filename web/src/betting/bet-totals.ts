import type { WireBet, WireProfile } from '@tallystone/core/http-api';

/** The stats of a list of bets; confirmed ones count as active. */
export function betTotals(bets: readonly WireBet[]): WireProfile['stats'] {
  const ended = bets.filter(({ result }) => result !== undefined);
  return {
    totalBets: bets.length,
    activeBets: bets.filter(({ status }) => status === 'confirmed').length,
    totalWagered: sum(bets.map(({ amount }) => amount)),
    endedBets: ended.length,
    profit: sum(ended.map(({ profit = 0 }) => profit)),
  };
}

/** Adds amounts of the wire, which have six decimals at most, without the error of the double. */
function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * 1_000_000), 0) / 1_000_000;
}
