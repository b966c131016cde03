import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireProfile } from '@tallystone/core/http-api/identity';
import { addUsdc } from '../format/dollars.ts';

/** The stats of a list of bets; confirmed bets count as active. */
export function betTotals(bets: readonly WireBet[]): WireProfile['stats'] {
  const ended = bets.filter(({ result }) => result !== undefined);
  return {
    totalBets: bets.length,
    activeBets: bets.filter(({ status }) => status === 'confirmed').length,
    totalWagered: addUsdc(bets.map(({ amount }) => amount)),
    endedBets: ended.length,
    profit: addUsdc(ended.map(({ profit = 0 }) => profit)),
  };
}
