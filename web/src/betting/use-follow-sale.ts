import { restOf } from '@tallystone/core/betting/rest-of';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { renewAccount } from '../data/renew-account.ts';
import { addUsdc } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { translated } from '../texts/translated.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { CashOutAct, CashOutOrder } from './cash-out-act.ts';
import { paidAtEnd, soldSince } from './rest-of.ts';
import { listQuery, offerQuery, receiptQuery } from './sale-requests.ts';
import { isCombo, type Sold } from './sold.ts';
import { useLookAgain } from './use-look-again.ts';

type Waiting = Extract<CashOutAct, { kind: 'waiting' }>;

/** Follows a cash-out that waits for the delay of a running game until it is paid or has failed. */
export function useFollowSale(act: CashOutAct, become: (next: CashOutAct) => void): void {
  const { signedIn } = useWallet();
  const queryClient = useQueryClient();
  const waiting = act.kind === 'waiting' ? act : null;
  const sold = waiting?.order.bet ?? null;
  const isOn = waiting !== null && signedIn;
  const { data: listed, isSuccess } = useQuery({
    ...listQuery(sold),
    enabled: isOn,
    select: (bets) => bets.find(({ id }) => id === sold?.id),
  });
  const lookAgain = useLookAgain();
  // The list has only the newest combos.
  const { data: alone } = useQuery({
    ...receiptQuery(sold?.id ?? ''),
    enabled: isOn && isCombo(waiting.order.bet) && isSuccess && listed === undefined,
    refetchInterval:
      waiting !== null &&
      lookAgain([
        { status: 'confirmed', selling: { amount: waiting.order.amount, decidesAt: waiting.decidesAt } },
      ]),
  });
  const bet = listed ?? alone?.combo;
  useEffect(() => {
    if (waiting === null || bet === undefined) return;
    const end = endOf(waiting, bet);
    if (end === null) return;
    // What follows the list didn't see that it ended.
    if (listed === undefined) void renewAccount(queryClient);
    become(end);
    if (end.kind === 'failed') {
      void queryClient.invalidateQueries({
        queryKey: offerQuery(waiting.order.bet, waiting.order.part?.stake).queryKey,
      });
    }
  }, [waiting, bet, listed, become, queryClient]);
}

const paidOf = (order: CashOutOrder, { paid, stake }: { paid: number; stake: number }): CashOutAct => ({
  kind: 'paid',
  order,
  paid: { amount: paid, profit: addUsdc([paid, -stake]) },
});

/** How it ended; null while it waits. */
function endOf({ order, decidesAt }: Waiting, bet: Sold): CashOutAct | null {
  const { id, result, selling } = bet;
  const { part } = order;
  if (id !== order.bet.id) return null;
  // Less is open than was signed, and nothing else could be sold meanwhile.
  if (part !== undefined && restOf(bet).stake < part.of) return paidOf(order, soldSince(order.bet, bet));
  if (result === 'cashed-out' && part === undefined)
    return paidOf(order, { paid: paidAtEnd(bet), stake: restOf(bet).stake });
  if (result !== undefined) return { kind: 'failed', order, code: 'bet-ended', sentence: t('selling.ended') };
  // The list may be older than the answer, and then have an earlier cash-out.
  if (selling?.failure === undefined || selling.decidesAt !== decidesAt) return null;
  const { code, sentence, reason } = selling.failure;
  return { kind: 'failed', order, code, sentence: translated(sentence, reason) };
}
