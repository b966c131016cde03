import type { WireMarket } from '@tallystone/core/http-api';
import { suspensionSentence } from '@tallystone/core/markets/suspension';

/** Why a market takes no bets, one sentence; null while it is open. */
export function whySuspended({ state, suspension }: Pick<WireMarket, 'state' | 'suspension'>): string | null {
  if (state !== 'suspended') return null;
  return suspension === undefined
    ? 'Betting is suspended while this market is being checked. Bets already placed stand.'
    : suspensionSentence(suspension);
}
