import type { WireBet } from '@tallystone/core/http-api/betting';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';

/** One notification for the bets that ended while the bettor was away. */
export function awayWords(ended: readonly WireBet[]): { title: string; description: string } {
  const paid = addUsdc(ended.map((bet) => bet.paid ?? 0));
  return {
    title: t('notices.away', { count: ended.length }),
    description: paid > 0 ? paidSentence(ended, exactDollars(paid)) : t('notices.awayNothingPaid'),
  };
}

function paidSentence(ended: readonly WireBet[], amount: string): string {
  const isLive = ended.some(({ chain }) => chain !== undefined);
  return t(isLive ? 'notices.awayPaidLive' : 'notices.awayPaid', { amount });
}
