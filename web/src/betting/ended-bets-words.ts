import type { WireBet } from '@tallystone/core/http-api';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';

/** How a bet ended and what that brought, one sentence. */
export function endedBetSentence({
  outcomeName,
  outcomeId,
  marketId,
  market,
  result,
  paid = 0,
}: WireBet): string {
  const names = {
    outcome: outcomeName || outcomeId,
    market: market.title || t('stream.marketById', { id: marketId }),
  };
  switch (result) {
    case 'lost':
      return t('stream.lostBet', names);
    case 'void':
      return t('stream.voidBet', { ...names, amount: exactDollars(paid) });
    default:
      return t('stream.wonBet', { ...names, amount: exactDollars(paid) });
  }
}

/** Of bets that have ended together: what to say of them in one notification. */
export function endedBetsWords(bets: readonly WireBet[]): { title: string; description: string } {
  const [only] = bets;
  if (only !== undefined && bets.length === 1) {
    return { title: titleOf(only), description: endedBetSentence(only) };
  }
  const paid = addUsdc(bets.map((bet) => bet.paid ?? 0));
  return {
    title: t('stream.betsEnded', { count: bets.length }),
    description: paid > 0 ? t('stream.paidInAll', { amount: exactDollars(paid) }) : t('stream.nothingPaid'),
  };
}

function titleOf({ result }: WireBet): string {
  if (result === 'lost') return t('stream.betLost');
  return result === 'void' ? t('stream.betVoid') : t('stream.betWon');
}
