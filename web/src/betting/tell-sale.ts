import type { WireBet } from '@tallystone/core/http-api/betting';
import { noticeIds } from '../data/notice-ids.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-own-news.ts';
import { translated } from '../texts/translated.ts';
import { toast, toastFailure } from '../ui/toast-store.ts';
import { automaticSale } from './bet-state.ts';
import type { CashOutWay } from './cash-out-slip.ts';
import { paidAtEnd } from './rest-of.ts';
import { isCombo, type Sold, soldName } from './sold.ts';

/** Shows that a bet or combo was cashed out. @param paid USDC */
export function tellSold(bet: Sold, paid: number): void {
  const amount = exactDollars(paid);
  const about = noticeIds.betEnded(bet.id);
  if (isCombo(bet)) {
    const description = t('ownNews.soldForCombo', { amount, count: bet.legs.length });
    toast({ title: t('ownNews.comboCashedOut'), description, about });
    return;
  }
  const isAutomatic = automaticSale(bet) !== undefined;
  toast({
    title: t(isAutomatic ? 'ownNews.cashedOutAutomatically' : 'ownNews.cashedOut'),
    description: t('ownNews.soldFor', { amount, outcome: soldName(bet) }),
    about,
  });
}

/**
 * Shows that a part of a bet was cashed out. USDC.
 *
 * @param sale.stake of the part
 * @param sale.soldStake of all parts that were sold of the bet so far
 */
export function tellPartSold({
  betId,
  name,
  amount,
  stake,
  soldStake,
}: {
  betId: string;
  name: string;
  amount: number;
  stake: number;
  soldStake: number;
}): void {
  toast({
    title: t('ownNews.partCashedOut'),
    description: t('ownNews.partSoldFor', {
      amount: exactDollars(amount),
      stake: exactDollars(stake),
      outcome: name,
    }),
    about: noticeIds.partSold(betId, soldStake),
  });
}

/** Shows that a cash-out failed or an automatic one wasn't set, and why. */
export function tellNotSold(why: string, way: CashOutWay): void {
  toastFailure(t(way === 'now' ? 'ownNews.notCashedOut' : 'ownNews.automaticNotSet'), why);
}

/** Shows that a bet has an automatic cash-out now. @param set.amount the least that is paid, USDC */
export function tellAutomaticSet({ name, amount }: { name: string; amount: number }): void {
  toast({
    title: t('ownNews.automaticSet'),
    description: t('ownNews.automaticAt', { amount: exactDollars(amount), outcome: name }),
  });
}

/** Shows that a part of a bet was cashed out after the delay of a running game. USDC. */
export function tellWaitedPart(bet: WireBet, { stake, paid }: { stake: number; paid: number }): void {
  const { id, sold } = bet;
  tellPartSold({ betId: id, name: soldName(bet), amount: paid, stake, soldStake: sold?.stake ?? 0 });
}

/** Shows how the cash-out of a bet or a combo ended that waited for the delay of running games, or for its amount. */
export function tellWaitedSale(bet: Sold): void {
  const { id, selling } = bet;
  if (bet.result === 'cashed-out') tellSold(bet, paidAtEnd(bet));
  else if (selling?.failure !== undefined) {
    const { failure, decidesAt } = selling;
    const values = {
      amount: exactDollars(selling.amount),
      why: translated(failure.sentence, failure.reason),
    };
    toast({
      title: t('ownNews.notCashedOut'),
      description: isCombo(bet)
        ? t('ownNews.notSoldForCombo', { ...values, count: bet.legs.length })
        : t('ownNews.notSoldFor', { ...values, outcome: soldName(bet) }),
      variant: 'destructive',
      about: noticeIds.saleFailed(id, decidesAt),
    });
  }
}
