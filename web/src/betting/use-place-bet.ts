import { betMessage } from '@tallystone/core/betting/bet-message';
import { betReference } from '@tallystone/core/betting/bet-reference';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import { familyOfChain } from '@tallystone/core/identity/wallet-family';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { limitsQuery, marketsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { t } from '../texts/t-bet.ts';
import { dismissToast, toast } from '../ui/toast-store.ts';
import { CHAIN_KEY } from '../wallet/live-chain.ts';
import { loadPart } from '../wallet/load-part.ts';
import { practiceRequests } from '../wallet/practice-requests.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useBetDraft } from './bet-slip-context.tsx';
import { newKey } from './new-key.ts';
import { refusalOf } from './refusal-of.ts';
import { renewAfterBet } from './renew-after-bet.ts';
import { type BetOrder, openPart, type PlacedReceipt, type SignedBet } from './signed-bet.ts';

/** Places the page's bets: signs and sends them, and keeps the latest attempt up to date. */
export function usePlaceBet() {
  const { signMessage, signTypedData, publicKey, isPractice } = useWallet();
  const { latest, become, failureToast, finish, setRefusedQuote } = useBetDraft();
  const queryClient = useQueryClient();

  // A new attempt dismisses the failure toast of the last one, which would only confuse.
  const reportFailure = (sentence: string, { key }: BetOrder) => {
    const description = sentence || t('transaction.unknownError');
    const about = noticeIds.transaction(key);
    failureToast.current = toast({ title: t('placing.failed'), description, variant: 'destructive', about });
  };
  const dismissFailure = () => {
    if (failureToast.current !== null) dismissToast(failureToast.current);
    failureToast.current = null;
  };

  /** Signs and sends. Ignored while an earlier attempt is in progress or has no answer. */
  const place = async (request: Omit<BetOrder, 'key'>) => {
    if (openPart(latest.current) !== null) return;
    const order: BetOrder = { ...request, key: newKey() };
    dismissFailure();
    become({ kind: 'signing', order, part: 'bet' });
    let body: SignedBet['body'] | null;
    try {
      body = await sign(order);
    } catch (error) {
      const { current } = latest;
      const isStake = current.kind === 'signing' && current.part === 'stake';
      const sentence = (error instanceof Error && error.message) || t('transaction.transactionFailed');
      fail({ order, code: isStake ? 'stake-not-signed' : 'not-signed', sentence });
      return;
    }
    if (body === null) fail({ order, code: 'quote-over', sentence: t('transaction.quoteOver') });
    else await send({ order, body }, { resent: false });
  };

  /**
   * Asks the wallet to sign the bet, and for a live bet also its stake. Loads the code it needs before it asks.
   * Returns null if the quote expires before the first signature arrives.
   */
  const sign = async (order: BetOrder): Promise<SignedBet['body'] | null> => {
    const { stake } = order;
    const toSign =
      stake && (await loadPart(() => import('./stake-to-sign.ts'))).stakeToSign({ ...order, stake });
    const text = messageOf({ ...order, odds: order.minOdds });
    // The form shows this text above the button, so a practice wallet needn't show it again. A live bet is shown.
    if (isPractice && stake === undefined) practiceRequests.agree(text);
    const body = bodyOf(order, await signMessage(text));
    if (stake === undefined || toSign === undefined) return body;
    if (serverClock.now().getTime() >= stake.quotedUntil) return null;
    become({ kind: 'signing', order, part: 'stake' });
    return { ...body, authorization: await signTypedData(toSign) };
  };

  /** Sends a bet that got no answer again, with the same signature and key, without asking the wallet. */
  const resend = async () => {
    if (latest.current.kind !== 'unanswered') return;
    const { signed } = latest.current;
    if (publicKey !== signed.order.wallet.publicKey) {
      reportFailure(t('transaction.otherWallet'), signed.order);
      return;
    }
    await send(signed, { resent: true });
  };

  /** Drops a failed bet, or one without an answer, which may still appear in the profile. */
  const forget = () => {
    const part = openPart(latest.current);
    if (part === null || part === 'unanswered') become({ kind: 'idle' });
  };

  const send = async (signed: SignedBet, { resent }: { resent: boolean }) => {
    dismissFailure();
    become({ kind: 'sending', signed });
    const { order, body } = signed;
    try {
      const bet = await callApi('placeBet', { body, headers: { 'Idempotency-Key': order.key } });
      const filled = { ...order, odds: bet.odds };
      become({ kind: 'placed', order: filled, receipt: receiptOf(bet, signed) });
      finish(filled);
      renewAfterBet(queryClient);
    } catch (error) {
      const refusal = refusalOf(error, { resent });
      if (refusal === null) {
        const unanswered = unansweredWords(error);
        become({ kind: 'unanswered', signed, ...unanswered });
        reportFailure(unanswered.said ?? unanswered.sentence, order);
        return;
      }
      const { code, words, body } = refusal;
      fail({ order, code, sentence: words || t('transaction.failedToPlace') });
      if (body.quote) setRefusedQuote(body.quote);
      // The limits may be out of date: a bet in another tab uses up cap and funds.
      if (code !== 'unauthenticated') {
        void queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey });
      }
      if (order.stake !== undefined) void queryClient.invalidateQueries({ queryKey: CHAIN_KEY });
      // The card in the list must say why the market takes no bets.
      if (code === 'feed-stale' || code === 'market-suspended') {
        void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
      }
    }
  };

  const fail = (failure: { order: BetOrder; code: string; sentence: string }) => {
    become({ kind: 'failed', ...failure });
    reportFailure(failure.sentence, failure.order);
  };

  return { place, resend, forget };
}

/**
 * The exact text the wallet shows and signs.
 *
 * @param bet.odds the signed odds
 */
export function messageOf(bet: { amount: number; outcome: { id: string }; odds: number }): string {
  return betMessage({
    amount: wireNumberText(bet.amount),
    outcomeId: bet.outcome.id,
    odds: wireNumberText(bet.odds),
  });
}

function bodyOf(
  { market, outcome, amount, minOdds, quoteId, wallet }: BetOrder,
  signature: string,
): SignedBet['body'] {
  return {
    publicKey: wallet.publicKey,
    marketId: market.id,
    outcomeId: outcome.id,
    amount,
    odds: minOdds,
    signature,
    ...(quoteId !== undefined && { quoteId }),
  };
}

function receiptOf(bet: PlacedBet, { order, body }: SignedBet): PlacedReceipt {
  return {
    betId: bet.id,
    hash: bet.txHash ?? betReference(familyOfChain(order.wallet.chain), body.signature),
    isReference: bet.txHash === undefined,
    status: bet.status,
    ...(bet.chain && { chain: bet.chain }),
    ...(bet.decidesAt !== undefined && { decidesAt: bet.decidesAt }),
    ...(bet.failure && { failure: bet.failure }),
  };
}

/** What is known about a bet that may have been placed, and the error that the server answered with, if it did. */
function unansweredWords(error: unknown): { sentence: string; said: string | null } {
  if (!(error instanceof ApiError)) return { sentence: t('transaction.unanswered'), said: null };
  if (error.status === 401) return { sentence: t('transaction.unansweredSession'), said: null };
  return { sentence: t('transaction.unansweredError'), said: error.words || t('transaction.failedToPlace') };
}
