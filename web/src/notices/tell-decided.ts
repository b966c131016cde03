import type { WireBet } from '@tallystone/core/http-api/betting';
import { noticeIds } from '../data/notice-ids.ts';
import { exactDollars } from '../format/dollars.ts';
import { formatOdds } from '../format/odds.ts';
import { oddsFormat } from '../format/odds-format.ts';
import { t } from '../texts/t-own-news.ts';
import { translated } from '../texts/translated.ts';
import { type ToastMessage, toast } from '../ui/toast-store.ts';

/** Shows one toast for pending bets that became final or failed; none for no bets. */
export function tellDecided(bets: readonly WireBet[]): void {
  const [latest] = bets;
  if (latest !== undefined) toast(bets.length === 1 ? wordsOf(latest) : wordsOfSeveral(bets));
}

function wordsOf(bet: WireBet): ToastMessage {
  const { id, outcomeName, outcomeId, status, chain, failure } = bet;
  const values = {
    amount: exactDollars(bet.amount),
    outcome: outcomeName || outcomeId,
    odds: formatOdds(bet.odds, oddsFormat()),
  };
  if (status !== 'failed') {
    const description = t('ownNews.betFilled', values);
    return { title: t('ownNews.betPlaced'), description, about: noticeIds.betConfirmed(id) };
  }
  return {
    title: t('placing.failed'),
    description:
      failure === undefined || chain !== undefined
        ? t('ownNews.failedOnChain', values)
        : t('ownNews.failedInPlay', { ...values, why: translated(failure.sentence, failure.reason) }),
    variant: 'destructive',
    about: noticeIds.betFailed(id),
  };
}

/** Each bet has its own notice, so the sum needs none. */
function wordsOfSeveral(bets: readonly WireBet[]): ToastMessage {
  const failed = bets.filter(({ status }) => status === 'failed').length;
  const [latest] = bets;
  return {
    title: t('ownNews.betsDecided', { count: bets.length }),
    description: t('ownNews.decidedHow', { placed: bets.length - failed, failed }),
    ...(failed > 0 && { variant: 'destructive' }),
    ...(latest !== undefined && { about: noticeIdOf(latest) }),
  };
}

const noticeIdOf = ({ id, status }: WireBet): string =>
  status === 'failed' ? noticeIds.betFailed(id) : noticeIds.betConfirmed(id);
