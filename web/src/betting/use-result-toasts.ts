import { useEffect } from 'react';
import { noticeIds } from '../data/notice-ids.ts';
import { ownNews } from '../data/own-news.ts';
import { toast } from '../ui/toast-store.ts';
import { endedBetsWords } from './ended-bets-words.ts';

/** Shows a toast on any page when bets of the signed-in bettor have ended: the result and the payout. */
export function useResultToasts(): void {
  useEffect(
    () =>
      ownNews.subscribe((ended) => {
        const [latest] = ended;
        const about = latest && noticeIds.betEnded(latest.id);
        toast({ ...endedBetsWords(ended), ...(about !== undefined && { about }) });
      }),
    [],
  );
}
