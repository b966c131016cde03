import { Link } from 'wouter';
import { t } from '../texts/t-list.ts';
import { Button } from '../ui/button.tsx';
import type { Watched } from './watchlist.ts';
import { unwatch } from './watchlist-store.ts';

/** Number of titles shown; the others are counted. */
const NAMED = 3;

/** Says which watched markets are no longer open, since they have left the list; there is one at least. */
export function WatchedGone({ gone }: { gone: readonly Watched[] }) {
  const more = gone.length - NAMED;
  return (
    <div role="status" className="watched-gone">
      <p className="min-w-0 flex-1">
        {t('listNotes.watchedGone', { count: gone.length })}{' '}
        {gone.slice(0, NAMED).map(({ id, title }, place) => (
          <span key={id}>
            {place > 0 && ', '}
            <Link href={`/market/${id}`} className="text-link">
              {title || id}
            </Link>
          </span>
        ))}
        {more > 0 && ` ${t('listNotes.andMore', { count: more })}`}
      </p>
      <Button size="small" variant="secondary" onClick={() => unwatch(gone.map(({ id }) => id))}>
        {t('listNotes.takeOffWatchlist')}
      </Button>
    </div>
  );
}
