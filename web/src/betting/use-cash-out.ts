import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { betsQuery, cashOutQuery, marketsQuery } from '../data/queries.ts';
import { renewAccount } from '../data/renew-account.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';
import { toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { type CashOutAct, type CashOutOrder, cashOutText, isCashingOut } from './cash-out-act.ts';
import { judgeFailure } from './judge-failure.ts';

export interface CashOut {
  act: CashOutAct;
  /** Signs and sends. Ignored while an earlier cash-out is under way or without an answer. */
  sell: (order: CashOutOrder) => Promise<void>;
  /** Sends the cash-out that has no answer once more, as it was signed. Asks no wallet. */
  resend: () => Promise<void>;
  /** Lets go of a cash-out without an answer, which may have been paid, and looks at what became of it. */
  forget: () => void;
  /** Drops the report of one that failed or was paid; anything else stays. */
  forgetReport: () => void;
}

/**
 * The cash-out under way. It belongs to the page and not to the dialog, so closing the dialog does not cancel it.
 *
 * @param isShown whether the dialog that shows this bet is open; what happens without it is told by a toast
 */
export function useCashOut({ isShown }: { isShown: (betId: string) => boolean }): CashOut {
  const { signMessage, publicKey } = useWallet();
  const queryClient = useQueryClient();
  const [act, setAct] = useState<CashOutAct>({ kind: 'idle' });
  // Read and written at once, so that two clicks in one frame are one cash-out.
  const latest = useRef<CashOutAct>(act);
  const become = useCallback((next: CashOutAct) => {
    latest.current = next;
    setAct(next);
  }, []);

  const sell = async (order: CashOutOrder) => {
    if (isCashingOut(latest.current) || latest.current.kind === 'unanswered') return;
    become({ kind: 'signing', order });
    let signature: string;
    try {
      signature = await signMessage(cashOutText({ betId: order.bet.id, amount: order.amount }));
    } catch (error) {
      const sentence = (error instanceof Error && error.message) || t('selling.didNotSign');
      fail({ order, code: 'not-signed', sentence });
      return;
    }
    await send({ order, signature }, { resent: false });
  };

  const resend = async () => {
    if (latest.current.kind !== 'unanswered') return;
    const { order, signature } = latest.current;
    if (publicKey !== order.wallet.publicKey) {
      const sentence = t('selling.otherWallet');
      become({ kind: 'unanswered', order, signature, sentence });
      return;
    }
    await send({ order, signature }, { resent: true });
  };

  const send = async (
    { order, signature }: { order: CashOutOrder; signature: string },
    { resent }: { resent: boolean },
  ) => {
    become({ kind: 'sending', order, signature });
    const { bet, amount } = order;
    try {
      const paid = await callApi('cashOut', { params: { id: bet.id }, body: { amount, signature } });
      become({ kind: 'paid', order, paid });
      if (!isShown(bet.id)) {
        toast({
          title: t('selling.cashedOut'),
          description: t('selling.paidFor', {
            amount: exactDollars(paid.amount),
            outcome: nameOf(bet),
          }),
          about: noticeIds.betEnded(bet.id),
        });
      }
      renew();
    } catch (error) {
      if (judgeFailure(error, { resent }) === 'unanswered') {
        const sentence = unansweredSentence(error);
        become({ kind: 'unanswered', order, signature, sentence });
        tellFailure(bet.id, sentence);
        return;
      }
      // judgeFailure refuses nothing but answers of the server.
      const { code, words, body } =
        error instanceof ApiError ? error : { code: 'unknown', words: undefined, body: {} };
      fail({
        order,
        code,
        sentence: code === 'unauthenticated' ? t('selling.sessionEnded') : (words ?? t('selling.stands')),
      });
      if (code === 'unauthenticated') return;
      const { queryKey } = cashOutQuery(bet.id);
      if (body.cashOut !== undefined) {
        const amount = body.cashOut;
        queryClient.setQueryData(queryKey, (quote) => quote && { ...quote, amount });
      } else {
        void queryClient.invalidateQueries({ queryKey });
      }
      // The bet may have ended, or its market closed, since it was last read.
      void queryClient.invalidateQueries({ queryKey: betsQuery.queryKey });
    }
  };

  const fail = (failure: Omit<Extract<CashOutAct, { kind: 'failed' }>, 'kind'>) => {
    become({ kind: 'failed', ...failure });
    tellFailure(failure.order.bet.id, failure.sentence);
  };

  const tellFailure = (betId: string, description: string) => {
    if (!isShown(betId)) toast({ title: t('selling.notCashedOut'), description, variant: 'destructive' });
  };

  const renew = () => {
    void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    void renewAccount(queryClient);
  };

  const forget = () => {
    const letGo = latest.current;
    if (letGo.kind === 'idle' || isCashingOut(letGo)) return;
    become({ kind: 'idle' });
    // The server may have paid: what it did is looked at, and what the market gives now is another amount.
    void queryClient.resetQueries({ queryKey: cashOutQuery(letGo.order.bet.id).queryKey });
    renew();
  };

  const forgetReport = useCallback(() => {
    const { kind } = latest.current;
    if (kind === 'failed' || kind === 'paid') become({ kind: 'idle' });
  }, [become]);

  return { act, sell, resend, forget, forgetReport };
}

function nameOf({ outcomeName, outcomeId }: CashOutOrder['bet']): string {
  return outcomeName || outcomeId;
}

function unansweredSentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) {
    return t('selling.unansweredSession');
  }
  const words = error instanceof ApiError ? error.words : undefined;
  return t('selling.unanswered', { said: words ?? t('markets.noServer') });
}
