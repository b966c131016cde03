import type { WireMarket } from '@tallystone/core/http-api';
import { suspensionSentence } from '@tallystone/core/markets/suspension';

/** Why a market takes no bets at a moment, one or two sentences; null while it does. */
export function whyNoBets(
  market: Pick<WireMarket, 'state' | 'suspension' | 'closesAt' | 'outcomes' | 'wonOutcomeId'>,
  now: Date,
): string | null {
  const { state, suspension } = market;
  switch (state) {
    case 'settled':
      return `This market has ended: ${winnerOf(market)}. Its bets are paid.`;
    case 'void':
      return 'This market was voided, and every open stake was given back.';
    case 'resolving':
      return 'The result of this market is being settled. Bets already placed stand.';
    case 'closed':
      return CLOSED;
    case 'suspended':
      if (Date.parse(market.closesAt) <= now.getTime()) return CLOSED;
      return suspension === undefined
        ? 'Betting is suspended while this market is being checked. Bets already placed stand.'
        : suspensionSentence(suspension);
    case 'open':
      return Date.parse(market.closesAt) <= now.getTime() ? CLOSED : null;
  }
}

const CLOSED = 'Betting on this market has closed. Bets already placed stand until its result.';

function winnerOf({ outcomes, wonOutcomeId }: Pick<WireMarket, 'outcomes' | 'wonOutcomeId'>): string {
  const won = outcomes.find(({ id }) => id === wonOutcomeId);
  return won === undefined ? 'it has its result' : `${won.name} won`;
}
