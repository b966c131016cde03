import type { WireBet, WireProfile } from '@tallystone/core/http-api';

/** The stats of a list of bets; confirmed ones count as active. */
export function betTotals(bets: readonly WireBet[]): WireProfile['stats'] {
  const cents = bets.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return {
    totalBets: bets.length,
    activeBets: bets.filter(({ status }) => status === 'confirmed').length,
    totalWagered: cents / 100,
  };
}
