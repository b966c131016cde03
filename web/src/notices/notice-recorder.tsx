import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBetDraft } from '../betting/bet-slip-context.tsx';
import { combosQuery } from '../betting/combos-query.ts';
import { useComboToasts } from '../betting/use-combo-toasts.ts';
import { useResultToasts } from '../betting/use-result-toasts.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { betsQuery, limitsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-own-news.ts';
import { toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { followToasts } from './follow-toasts.ts';
import { putTransaction, recordBets, recordLimits } from './notice-record.ts';
import { noticeStore } from './notice-store.ts';
import { transactionNotice } from './transaction-notice.ts';

const now = () => serverClock.now().getTime();

/** Records the user's notices and reports ended bets. Renders nothing; used once, by the app. */
export function NoticeRecorder() {
  const { publicKey, signedIn, user } = useWallet();
  // A layout effect, before any toast can appear: one user's notices are never stored for another.
  useLayoutEffect(() => noticeStore.showFor(publicKey), [publicKey]);
  useEffect(followToasts, []);
  useResultToasts();
  useEffect(noticeStore.followOtherTabs, []);

  const { placement } = useBetDraft();
  useEffect(() => {
    const notice = transactionNotice(placement);
    if (notice === null) return;
    noticeStore.change(notice.owner, (record) =>
      putTransaction(record, { ...notice.facts, id: notice.id, at: now() }),
    );
  }, [placement]);

  // The session's address, because the wallet may briefly have another one.
  return signedIn && user !== null ? (
    <AccountRecorder
      key={user.publicKey}
      publicKey={user.publicKey}
      followedBetId={placement.kind === 'placed' ? placement.receipt.betId : null}
    />
  ) : null;
}

/** Records what happens to one account's bets and limits while it is signed in. */
function AccountRecorder({
  publicKey,
  followedBetId,
}: {
  publicKey: string;
  /** The transaction toast reports this bet. */
  followedBetId: string | null;
}) {
  // Data read earlier may belong to the previous account and is about to leave the cache.
  const [since] = useState(Date.now);
  const bets = useQuery(betsQuery);
  const limits = useQuery(limitsQuery);
  useComboToasts(useQuery(combosQuery).data);
  const ownBets = bets.dataUpdatedAt > since ? bets.data : undefined;
  const ownLimits = limits.dataUpdatedAt > since ? limits.data : undefined;
  const isFirst = useRef(true);
  const followed = useRef(followedBetId);
  followed.current = followedBetId;

  useEffect(() => {
    if (ownBets === undefined) return;
    const { ended, failed } = keepBets(publicKey, ownBets);
    // Bets that end while the page is open have their own toasts.
    if (isFirst.current && ended.length > 0) notifyAway(ended);
    isFirst.current = false;
    for (const bet of failed) if (bet.id !== followed.current) notifyFailed(bet);
  }, [publicKey, ownBets]);

  useEffect(() => {
    if (ownLimits === undefined) return;
    noticeStore.change(publicKey, (record) => recordLimits(record, ownLimits, now()));
  }, [publicKey, ownLimits]);

  return null;
}

/** Returns the bets that have ended or failed since the last call. */
function keepBets(
  publicKey: string,
  bets: readonly WireBet[],
): { ended: readonly WireBet[]; failed: readonly WireBet[] } {
  let news: ReturnType<typeof keepBets> = { ended: [], failed: [] };
  noticeStore.change(publicKey, (record) => {
    const { record: next, ...found } = recordBets(record, bets, now());
    news = found;
    return next;
  });
  return news;
}

/** Shows that a bet was accepted but failed on the chain. */
function notifyFailed({ id, outcomeName, outcomeId, amount }: WireBet): void {
  toast({
    title: t('placing.failed'),
    description: t('ownNews.failedOnChain', {
      amount: exactDollars(amount),
      outcome: outcomeName || outcomeId,
    }),
    variant: 'destructive',
    about: noticeIds.betFailed(id),
  });
}

/** Sums up the bets that ended since the last visit. Each has its own notice, so the sum needs none. */
function notifyAway(ended: readonly WireBet[]): void {
  const latest = ended.at(-1);
  toast({ ...awayWords(ended), ...(latest && { about: noticeIds.betEnded(latest.id) }) });
}

/** One notification for the bets that ended while the bettor was away. */
function awayWords(ended: readonly WireBet[]): { title: string; description: string } {
  const paid = addUsdc(ended.map((bet) => bet.paid ?? 0));
  return {
    title: t('ownNews.away', { count: ended.length }),
    description: paid > 0 ? paidSentence(ended, exactDollars(paid)) : t('ownNews.awayNothingPaid'),
  };
}

function paidSentence(ended: readonly WireBet[], amount: string): string {
  const isLive = ended.some(({ chain }) => chain !== undefined);
  return t(isLive ? 'ownNews.awayPaidLive' : 'ownNews.awayPaid', { amount });
}
