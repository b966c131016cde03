import { useQueryClient } from '@tanstack/react-query';
import { combosQuery } from '../betting/combos-query.ts';
import { removeOutcomes } from '../betting/kept-slip.ts';
import { newKey } from '../betting/new-key.ts';
import { refusalOf } from '../betting/refusal-of.ts';
import { renewAfterBet } from '../betting/renew-after-bet.ts';
import { ApiError } from '../data/api-error.ts';
import { callLater } from '../data/call-later.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { limitsQuery, marketsQuery } from '../data/queries.ts';
import { exactDollars } from '../format/dollars.ts';
import { useOddsText } from '../format/odds-format.ts';
import { t } from '../texts/t-slip.ts';
import { toast, toastFailure } from '../ui/toast-store.ts';
import { practiceRequests } from '../wallet/practice-requests.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import {
  type ComboOrder,
  type ComboPlacement,
  comboPlacement,
  comboText,
  isComboOpen,
  type SignedCombo,
} from './combo-placement.ts';

import { COMBO_QUOTES } from './use-combo-quote.ts';

/** Places the page's combos: signs and sends them, and keeps the latest attempt up to date. */
export function usePlaceCombo() {
  const { signMessage, publicKey, isPractice } = useWallet();
  const oddsText = useOddsText();
  const queryClient = useQueryClient();

  /** Signs and sends. Ignored while an earlier attempt is in progress or has no answer. */
  const place = async (request: Omit<ComboOrder, 'key'>) => {
    const latest = comboPlacement.read();
    if (isComboOpen(latest)) return;
    const order: ComboOrder = { ...request, key: newKey() };
    comboPlacement.set({ kind: 'signing', order });
    const text = comboText(order);
    let signature: string;
    try {
      // The form shows this text above the button, so a practice wallet needn't show it again.
      if (isPractice) practiceRequests.agree(text);
      signature = await signMessage(text);
    } catch (error) {
      const sentence = (error instanceof Error && error.message) || t('transaction.transactionFailed');
      fail({ order, code: 'not-signed', sentence });
      return;
    }
    const { legs, amount, least, wallet } = order;
    const ids = legs.map(({ marketId, outcomeId }) => ({ marketId, outcomeId }));
    const body = { publicKey: wallet.publicKey, legs: ids, amount, odds: least, signature };
    await send({ order, body }, { resent: false });
  };

  /** Sends a combo that got no answer again, with the same signature and key, without asking the wallet. */
  const resend = async () => {
    const latest = comboPlacement.read();
    if (latest.kind !== 'unanswered') return;
    const { signed } = latest;
    if (publicKey !== signed.order.wallet.publicKey) {
      toastFailure(t('slip.comboFailed'), t('slip.otherWallet'));
      return;
    }
    await send(signed, { resent: true });
  };

  /** Lets go of a combo without an answer, which may still appear in the account. */
  const forget = () => {
    if (comboPlacement.read().kind === 'unanswered') comboPlacement.set({ kind: 'idle' });
    renew();
  };

  const send = async (signed: SignedCombo, { resent }: { resent: boolean }) => {
    comboPlacement.set({ kind: 'sending', signed });
    const { order, body } = signed;
    try {
      const combo = await callLater('placeCombo', { body, headers: { 'Idempotency-Key': order.key } });
      comboPlacement.set({ kind: 'placed', combo });
      removeOutcomes(order.legs);
      toast({
        title: t('slip.comboPlaced'),
        description: t('slip.comboPlacedWhat', {
          amount: exactDollars(combo.amount),
          count: combo.legs.length,
          odds: oddsText(combo.odds),
          total: exactDollars(combo.totalReturn),
        }),
        about: noticeIds.betPlaced(combo.id),
      });
      renew();
    } catch (error) {
      const refusal = refusalOf(error, { resent });
      if (refusal === null) {
        const sentence = unansweredSentence(error);
        comboPlacement.set({ kind: 'unanswered', signed, sentence });
        toastFailure(t('slip.noAnswer'), sentence);
        return;
      }
      const { code, words, body: said } = refusal;
      fail({ order, code, sentence: words || t('slip.failedToPlace'), leg: said.leg, odds: said.odds });
      // The quote names the selection that is the reason.
      void queryClient.invalidateQueries({ queryKey: [COMBO_QUOTES] });
      // A bet in another tab uses up cap and funds, and a market that stopped says why on its card.
      if (code !== 'unauthenticated') {
        for (const { queryKey } of [limitsQuery, marketsQuery]) {
          void queryClient.invalidateQueries({ queryKey });
        }
      }
    }
  };

  const fail = (failure: Omit<Extract<ComboPlacement, { kind: 'failed' }>, 'kind'>) => {
    comboPlacement.set({ kind: 'failed', ...failure });
    toastFailure(t('slip.comboFailed'), failure.sentence);
  };

  const renew = () => {
    renewAfterBet(queryClient);
    void queryClient.invalidateQueries({ queryKey: combosQuery.queryKey });
  };

  return { place, resend, forget };
}

function unansweredSentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t('transaction.unansweredSession');
  const words = error instanceof ApiError ? error.words : undefined;
  return words ?? t('slip.unanswered');
}
