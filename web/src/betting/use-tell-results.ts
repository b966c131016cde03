import { useEffect } from 'react';
import { noticeIds } from '../data/notice-ids.ts';
import { ownNews } from '../data/own-news.ts';
import { toast } from '../ui/toast-store.ts';
import { endedBetsWords } from './ended-bets-words.ts';

/** Tells whoever is signed in, on any page, how their bets ended and what that brought. */
export function useTellResults(): void {
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
