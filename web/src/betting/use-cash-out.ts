import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { callLater } from '../data/call-later.ts';
import { betsQuery, marketsQuery, positionsQuery } from '../data/queries.ts';
import { renewAccount } from '../data/renew-account.ts';
import { addUsdc } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { type CashOutAct, type CashOutOrder, cashOutText, isCashingOut } from './cash-out-act.ts';
import { closeCashOut } from './cash-out-slip.ts';
import { combosQuery } from './combos-query.ts';
import { refusalOf } from './refusal-of.ts';
import { offerQuery, sendCashOut } from './sale-requests.ts';
import { soldName } from './sold.ts';
import { tellAutomaticSet, tellNotSold, tellPartSold, tellSold } from './tell-sale.ts';
import { useFollowSale } from './use-follow-sale.ts';

export type CashOut = ReturnType<typeof useCashOut>;

/**
 * The current cash-out. It belongs to the page and not to the dialog, so closing the dialog doesn't cancel it.
 *
 * @param isShown whether the dialog of this bet is open; if it isn't, a toast reports the result
 */
export function useCashOut({ isShown }: { isShown: (betId: string) => boolean }) {
  const { signMessage, publicKey } = useWallet();
  const queryClient = useQueryClient();
  const [act, setAct] = useState<CashOutAct>({ kind: 'idle' });
  // A ref changes at once, so two clicks in one frame start one cash-out.
  const latest = useRef<CashOutAct>(act);
  const become = useCallback((next: CashOutAct) => {
    latest.current = next;
    setAct(next);
  }, []);

  useFollowSale(act, become);

  /** Signs and sends. Ignored while an earlier cash-out is in progress or has no answer. */
  const sell = async (order: CashOutOrder) => {
    if (isCashingOut(latest.current) || latest.current.kind === 'unanswered') return;
    become({ kind: 'signing', order });
    let signature: string;
    try {
      signature = await signMessage(cashOutText(order));
    } catch (error) {
      const sentence = (error instanceof Error && error.message) || t('selling.didNotSign');
      fail({ order, code: 'not-signed', sentence });
      return;
    }
    await send({ order, signature }, { resent: false });
  };

  /** Sends a cash-out that got no answer again, as it was signed, without asking the wallet. */
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
    const { bet, way, part } = order;
    try {
      await (way === 'now' ? sellNow : setAutomatic)({ order, signature });
      renew();
    } catch (error) {
      const refusal = refusalOf(error, { resent });
      if (refusal === null) {
        const sentence = unansweredSentence(error, order);
        become({ kind: 'unanswered', order, signature, sentence });
        reportFailure(order, sentence);
        return;
      }
      const { code, words, body } = refusal;
      fail({
        order,
        code,
        sentence: code === 'unauthenticated' ? t('selling.sessionEnded') : (words ?? nothingDone(order)),
      });
      if (code === 'unauthenticated') return;
      const { queryKey } = offerQuery(bet, part?.stake);
      if (body.cashOut !== undefined) {
        const amount = body.cashOut;
        queryClient.setQueryData(queryKey, (quote) => quote && { ...quote, amount });
      } else {
        void queryClient.invalidateQueries({ queryKey });
      }
      // The bet may have ended or its market closed since the last read.
      for (const read of [betsQuery, positionsQuery, combosQuery]) {
        void queryClient.invalidateQueries({ queryKey: read.queryKey });
      }
    }
  };

  const sellNow = async ({ order, signature }: { order: CashOutOrder; signature: string }) => {
    const { bet, amount, part } = order;
    const answer = await sendCashOut(bet, { amount, part, signature });
    const { decidesAt } = answer;
    if (decidesAt === undefined) {
      become({ kind: 'paid', order, paid: answer });
      if (isShown(bet.id)) return;
      const { amount: paid } = answer;
      if (part === undefined) tellSold(bet, paid);
      else {
        const soldStake = addUsdc([bet.amount, -part.of, part.stake]);
        tellPartSold({ betId: bet.id, name: soldName(bet), amount: paid, stake: part.stake, soldStake });
      }
    } else {
      become({ kind: 'waiting', order, decidesAt });
    }
  };

  /** The dialog closes, because the bet itself shows its automatic cash-out. */
  const setAutomatic = async ({ order, signature }: { order: CashOutOrder; signature: string }) => {
    const { bet, amount } = order;
    await callLater('setAutomaticCashOut', { params: { id: bet.id }, body: { amount, signature } });
    become({ kind: 'idle' });
    if (isShown(bet.id)) closeCashOut();
    tellAutomaticSet({ name: soldName(bet), amount });
  };

  const fail = (failure: Omit<Extract<CashOutAct, { kind: 'failed' }>, 'kind'>) => {
    become({ kind: 'failed', ...failure });
    reportFailure(failure.order, failure.sentence);
  };

  const reportFailure = ({ bet, way }: CashOutOrder, why: string) => {
    if (!isShown(bet.id)) tellNotSold(why, way);
  };

  const renew = () => {
    void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    void renewAccount(queryClient);
  };

  /** Drops a cash-out without an answer, which may have been paid, and reads its state from the server. */
  const forget = () => {
    const letGo = latest.current;
    if (letGo.kind === 'idle' || isCashingOut(letGo)) return;
    become({ kind: 'idle' });
    // The server may have paid, and the market's offer has changed, so both are read again.
    void queryClient.resetQueries({
      queryKey: offerQuery(letGo.order.bet, letGo.order.part?.stake).queryKey,
    });
    renew();
  };

  /** Drops the report of a failed or paid cash-out; anything else stays. */
  const forgetReport = useCallback(() => {
    const { kind } = latest.current;
    if (kind === 'failed' || kind === 'paid') become({ kind: 'idle' });
  }, [become]);

  return { act, sell, resend, forget, forgetReport };
}

const nothingDone = ({ way }: CashOutOrder) =>
  t(way === 'now' ? 'selling.staysOpen' : 'selling.automaticUnchanged');

function unansweredSentence(error: unknown, { way }: CashOutOrder): string {
  if (error instanceof ApiError && error.status === 401) {
    return t(way === 'now' ? 'selling.unansweredSession' : 'selling.automaticSession');
  }
  const said = (error instanceof ApiError ? error.words : undefined) ?? t('markets.noServer');
  return t(way === 'now' ? 'selling.unanswered' : 'selling.automaticUnanswered', { said });
}
