import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBetDraft } from '../betting/bet-slip-context.tsx';
import { noticeIds } from '../data/notice-ids.ts';
import { betsQuery, limitsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t.ts';
import { toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { awayWords } from './away-words.ts';
import { followToasts } from './follow-toasts.ts';
import { putTransaction, tellBets, tellLimits } from './notice-record.ts';
import { noticeStore } from './notice-store.ts';
import { transactionNotice } from './transaction-notice.ts';

const now = () => serverClock.now().getTime();

/** Keeps what the app tells its user. Draws nothing; rendered once, by the app. */
export function NoticeRecorder() {
  const { publicKey, signedIn, user } = useWallet();
  // Before the page can say anything: what is said to one is never kept for another.
  useLayoutEffect(() => noticeStore.showFor(publicKey), [publicKey]);
  useEffect(followToasts, []);
  useEffect(noticeStore.followOtherTabs, []);

  const { placement } = useBetDraft();
  useEffect(() => {
    const notice = transactionNotice(placement);
    if (notice === null) return;
    noticeStore.change(notice.owner, (record) =>
      putTransaction(record, { ...notice.facts, id: notice.id, at: now() }),
    );
  }, [placement]);

  // The session's own address: for a moment the wallet may show another one.
  return signedIn && user !== null ? (
    <AccountRecorder
      key={user.publicKey}
      publicKey={user.publicKey}
      followedBetId={placement.kind === 'placed' ? placement.receipt.betId : null}
    />
  ) : null;
}

/** Keeps what happens to the bets and limits of one account while it is signed in, however the page hears of it. */
function AccountRecorder({
  publicKey,
  followedBetId,
}: {
  publicKey: string;
  /** Its toast says what becomes of it. */
  followedBetId: string | null;
}) {
  // What was read before may be of the account before: it is on its way out of the cache.
  const [since] = useState(Date.now);
  const bets = useQuery(betsQuery);
  const limits = useQuery(limitsQuery);
  const ownBets = bets.dataUpdatedAt > since ? bets.data : undefined;
  const ownLimits = limits.dataUpdatedAt > since ? limits.data : undefined;
  const isFirst = useRef(true);
  const followed = useRef(followedBetId);
  followed.current = followedBetId;

  useEffect(() => {
    if (ownBets === undefined) return;
    const { ended, failed } = keepBets(publicKey, ownBets);
    // What ends while the page is open is told as it happens.
    if (isFirst.current && ended.length > 0) tellAway(ended);
    isFirst.current = false;
    for (const bet of failed) if (bet.id !== followed.current) tellFailed(bet);
  }, [publicKey, ownBets]);

  useEffect(() => {
    if (ownLimits === undefined) return;
    noticeStore.change(publicKey, (record) => tellLimits(record, ownLimits, now()));
  }, [publicKey, ownLimits]);

  return null;
}

/** Returns those that have ended or failed and were not told before. */
function keepBets(
  publicKey: string,
  bets: readonly WireBet[],
): { ended: readonly WireBet[]; failed: readonly WireBet[] } {
  let news: ReturnType<typeof keepBets> = { ended: [], failed: [] };
  noticeStore.change(publicKey, (record) => {
    const { record: next, ...told } = tellBets(record, bets, now());
    news = told;
    return next;
  });
  return news;
}

/** A bet that was accepted, and is not on the chain. */
function tellFailed({ id, outcomeName, outcomeId, amount }: WireBet): void {
  toast({
    title: t('placing.failed'),
    description: t('notices.failedOnChain', {
      amount: exactDollars(amount),
      outcome: outcomeName || outcomeId,
    }),
    variant: 'destructive',
    about: noticeIds.betFailed(id),
  });
}

/** Of what ended since the last visit; each has its notice, so the sum of them needs none. */
function tellAway(ended: readonly WireBet[]): void {
  const latest = ended.at(-1);
  toast({ ...awayWords(ended), ...(latest && { about: noticeIds.betEnded(latest.id) }) });
}
