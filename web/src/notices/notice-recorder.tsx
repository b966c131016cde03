import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useBetDraft } from '../betting/bet-slip-context.tsx';
import { automaticSale, waitingSale } from '../betting/bet-state.ts';
import { useCashOutSlip } from '../betting/cash-out-slip.ts';
import { combosQuery } from '../betting/combos-query.ts';
import { renewAfterBet } from '../betting/renew-after-bet.ts';
import { paidAtEnd } from '../betting/rest-of.ts';
import type { Placement } from '../betting/signed-bet.ts';
import { isBet, isCombo, type Sold } from '../betting/sold.ts';
import { tellWaitedPart, tellWaitedSale } from '../betting/tell-sale.ts';
import { useComboToasts } from '../betting/use-combo-toasts.ts';
import { useLookAgain } from '../betting/use-look-again.ts';
import { useResultToasts } from '../betting/use-result-toasts.ts';
import { noticeIds } from '../data/notice-ids.ts';
import { betsQuery, limitsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { addUsdc, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-own-news.ts';
import { toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { followToasts } from './follow-toasts.ts';
import {
  type BetNews,
  partsSold,
  putTransaction,
  recordBets,
  recordLimits,
  recordParts,
} from './notice-record.ts';
import { noticeStore } from './notice-store.ts';
import { reportOf } from './report-of.ts';
import { tellDecided } from './tell-decided.ts';
import { transactionNotice } from './transaction-notice.ts';
import { useOlderCombos } from './use-older-combos.ts';

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
    <AccountRecorder key={user.publicKey} publicKey={user.publicKey} placement={placement} />
  ) : null;
}

/** Records what happens to one account's bets and limits while it is signed in, and reports it. */
function AccountRecorder({
  publicKey,
  placement,
}: {
  publicKey: string;
  /** The transaction toast reports this bet. */
  placement: Placement;
}) {
  // Data read earlier may belong to the previous account and is about to leave the cache.
  const [since] = useState(Date.now);
  const queryClient = useQueryClient();
  const lookAgain = useLookAgain();
  const bets = useQuery({ ...betsQuery, refetchInterval: ({ state }) => lookAgain(state.data) });
  const limits = useQuery(limitsQuery);
  const combos = useQuery({ ...combosQuery, refetchInterval: ({ state }) => lookAgain(state.data) });
  const ownBets = bets.dataUpdatedAt > since ? bets.data : undefined;
  const newest = combos.dataUpdatedAt > since ? combos.data : undefined;
  const { data: older, isPending: isReadingOlder } = useOlderCombos(publicKey, {
    enabled: newest !== undefined,
  });
  const ownCombos = useMemo(() => newest && [...newest, ...(older ?? [])], [newest, older]);
  useComboToasts(ownCombos);
  const ownLimits = limits.dataUpdatedAt > since ? limits.data : undefined;
  const isReading = (ownBets === undefined && !bets.isError) || (isReadingOlder && !combos.isError);
  const wasRead = useRef({ bets: false, combos: false });
  const away = useRef<readonly Sold[]>([]);
  const inDialog = useCashOutSlip()?.bet.id;
  const selling = useRef<ReadonlySet<string>>(new Set());
  const lastRead = useRef<readonly WireBet[]>([]);
  const untold = useRef<readonly WireBet[]>([]);

  useEffect(() => {
    // Neither list waits for the other, whose server may be slow or fail.
    const all = [...(ownBets ?? []), ...(ownCombos ?? [])];
    const { ended, failed, unsold, confirmed } = keepBets(publicKey, all);
    const { bets: betsRead, combos: combosRead } = wasRead.current;
    wasRead.current = { bets: ownBets !== undefined, combos: !isReadingOlder };
    // Bets that end while the page is open have their own toasts.
    const endedAway = ended.filter((bet) => !(isCombo(bet) ? combosRead : betsRead));
    away.current = [...away.current, ...endedAway];
    // One toast sums up both lists, because a second would replace it.
    if (!isReading) {
      if (away.current.length > 0) notifyAway(away.current);
      away.current = [];
    }
    // A live bet becomes final without a toast.
    const decided = [
      ...confirmed.filter(isBet).filter(({ chain }) => chain === undefined),
      ...failed.filter(isBet),
    ];
    // The bettor ended a bet that was cashed out, but not in this moment if it waited.
    const sold = ended.filter(
      (bet) =>
        !endedAway.includes(bet) &&
        (automaticSale(bet) !== undefined || (bet.result === 'cashed-out' && selling.current.has(bet.id))),
    );
    // The server says when a bet ended, but not when a part was sold, so only what changes here is told.
    const parts = partsSold(lastRead.current, ownBets ?? []);
    lastRead.current = ownBets ?? [];
    noticeStore.change(publicKey, (record) => recordParts(record, parts, now()));
    const waited = parts.filter(({ bet }) => selling.current.has(bet.id));
    selling.current = new Set(all.filter((bet) => waitingSale(bet) !== null).map(({ id }) => id));
    if (decided.length + sold.length + unsold.length + waited.length > 0) renewAfterBet(queryClient);
    // The dialog shows what became of a cash-out that the bettor asked for in it, so not of an automatic one.
    for (const bet of [...sold, ...unsold])
      if (bet.id !== inDialog || automaticSale(bet) !== undefined) tellWaitedSale(bet);
    for (const { bet, ...part } of waited) if (bet.id !== inDialog) tellWaitedPart(bet, part);
    const waiting = [...untold.current, ...decided];
    tellDecided(waiting.filter((bet) => reportOf(bet, placement) === 'none'));
    untold.current = waiting.filter((bet) => reportOf(bet, placement) === 'may come');
  }, [publicKey, ownBets, ownCombos, isReading, isReadingOlder, placement, inDialog, queryClient]);

  useEffect(() => {
    if (ownLimits === undefined) return;
    noticeStore.change(publicKey, (record) => recordLimits(record, ownLimits, now()));
  }, [publicKey, ownLimits]);

  return null;
}

/** Returns what is new since the last call. */
function keepBets(publicKey: string, bets: readonly Sold[]): BetNews {
  let news: BetNews = { ended: [], failed: [], unsold: [], confirmed: [] };
  noticeStore.change(publicKey, (record) => {
    const { record: next, ...found } = recordBets(record, bets, now());
    news = found;
    return next;
  });
  return news;
}

/** Sums up the bets that ended since the last visit. Each has its own notice, so the sum needs none. */
function notifyAway(ended: readonly Sold[]): void {
  const latest = ended.at(-1);
  if (latest !== undefined && ended.length === 1 && automaticSale(latest) !== undefined)
    tellWaitedSale(latest);
  else toast({ ...awayWords(ended), ...(latest && { about: noticeIds.betEnded(latest.id) }) });
}

/** One notification for the bets that ended while the bettor was away. */
function awayWords(ended: readonly Sold[]): { title: string; description: string } {
  const paid = addUsdc(ended.map(paidAtEnd));
  return {
    title: t('ownNews.away', { count: ended.length }),
    description: paid > 0 ? paidSentence(ended, exactDollars(paid)) : t('ownNews.awayNothingPaid'),
  };
}

function paidSentence(ended: readonly Sold[], amount: string): string {
  const isLive = ended.filter(isBet).some(({ chain }) => chain !== undefined);
  return t(isLive ? 'ownNews.awayPaidLive' : 'ownNews.awayPaid', { amount });
}
