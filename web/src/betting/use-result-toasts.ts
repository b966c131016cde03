import type { WireBet } from '@tallystone/core/http-api/betting';
import { useEffect } from 'react';
import { noticeIds } from '../data/notice-ids.ts';
import { ownNews } from '../data/own-news.ts';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-own-news.ts';
import { toast } from '../ui/toast-store.ts';
import { paidAtEnd } from './rest-of.ts';

/** Shows a toast on any page when bets of the signed-in bettor have ended: the result and the payout. */
export function useResultToasts(): void {
  useEffect(
    () =>
      ownNews.subscribe((ended) => {
        const [latest] = ended;
        const about = latest && noticeIds.betEnded(latest.id);
        toast({ ...endedBetsWords(ended), ...(about !== undefined && { about }) });
      }),
    [],
  );
}

/** One sentence: how a bet ended and what it paid. */
function endedBetSentence(bet: WireBet): string {
  const { outcomeName, outcomeId, marketId, market, result, chain } = bet;
  const names = {
    outcome: outcomeName || outcomeId,
    market: market.title || t('ownNews.marketById', { id: marketId }),
  };
  const values = { ...names, amount: exactDollars(paidAtEnd(bet)) };
  // The contract pays a live bet some time after the books have its result.
  const isLive = chain !== undefined;
  if (result === 'lost') return t('ownNews.lostBet', names);
  if (result === 'void') return t(isLive ? 'ownNews.voidBetLive' : 'ownNews.voidBet', values);
  return t(isLive ? 'ownNews.wonBetLive' : 'ownNews.wonBet', values);
}

/** The notification for bets that ended together. */
function endedBetsWords(bets: readonly WireBet[]): { title: string; description: string } {
  const [only] = bets;
  if (only !== undefined && bets.length === 1) {
    return { title: titleOf(only), description: endedBetSentence(only) };
  }
  const paid = addUsdc(bets.map(paidAtEnd));
  const isLive = bets.some(({ chain }) => chain !== undefined);
  return {
    title: t('ownNews.betsEnded', { count: bets.length }),
    description:
      paid > 0
        ? t(isLive ? 'ownNews.paidInAllLive' : 'ownNews.paidInAll', { amount: exactDollars(paid) })
        : t('ownNews.nothingPaid'),
  };
}

function titleOf({ result }: WireBet): string {
  if (result === 'lost') return t('ownNews.betLost');
  return result === 'void' ? t('ownNews.betVoid') : t('ownNews.betWon');
}
