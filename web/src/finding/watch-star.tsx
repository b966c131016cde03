import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { Star } from 'lucide-react';
import { t } from '../texts/t.ts';
import { classNames } from '../ui/class-names.ts';
import { toastFailure } from '../ui/toast-store.ts';
import { WATCHLIST_LIMIT } from './watchlist.ts';
import { unwatch, useIsWatched, watch } from './watchlist-store.ts';

export interface WatchStarProps {
  market: Pick<WireListedMarket, 'id' | 'title'>;
  className?: string;
}

/** Adds a market to the watchlist or removes it. The label stays the same; `aria-pressed` shows the state. */
export function WatchStar({ market, className }: WatchStarProps) {
  const { id, title } = market;
  const watched = useIsWatched(id);
  const toggle = () => {
    if (watched) return unwatch([id]);
    if (watch({ id, title })) return;
    toastFailure(t('finding.watchlistFull'), t('finding.watchlistFullWhy', { count: WATCHLIST_LIMIT }));
  };
  return (
    <button
      type="button"
      aria-pressed={watched}
      aria-label={t('finding.watch', { title })}
      title={watched ? t('finding.watched') : t('finding.notWatched')}
      className={classNames('watch-star', className)}
      onClick={toggle}
    >
      <Star aria-hidden="true" className="size-5" fill={watched ? 'currentColor' : 'none'} />
    </button>
  );
}
