import type { App } from '../app.ts';
import type { FeedKeeper } from '../azuro/feed-keeper.ts';
import type { Database } from '../db/open-database.ts';
import { keptCheck } from '../http/kept-check.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { Live } from '../open-live.ts';
import type { Snapshot } from './gauges.ts';
import { type BooksFigures, readBooksFigures } from './read-books-figures.ts';

/** Takes snapshots of a running server. A database that doesn't answer delays one by seconds and leaves its figures out. */
export function snapshots({
  app: { readiness, bettingHealth, queue, stream },
  database,
  feed,
  live,
  checkedInvariants,
  now,
}: {
  app: Pick<App, 'readiness' | 'bettingHealth' | 'queue' | 'stream'>;
  database: Database;
  feed: Pick<FeedKeeper, 'silentMs'>;
  /** Null in a demo. */
  live: Pick<Live, 'figures'> | null;
  checkedInvariants(): readonly CheckedInvariant[];
  now: () => Date;
}): () => Promise<Snapshot> {
  const books = keptCheck<BooksFigures | null>({
    look: () => readBooksFigures(database.db, now).catch(() => null),
    late: null,
    now,
  });
  return async () => {
    const [notReady, reasons, booksNow, chain] = await Promise.all([
      readiness.problem(),
      bettingHealth.reasons(),
      books.ask(),
      live?.figures() ?? null,
    ]);
    const silentMs = feed.silentMs();
    return {
      notReady,
      reasons,
      betsWaiting: queue.waiting(),
      connections: database.connections(),
      stream: stream.state(),
      invariants: checkedInvariants(),
      books: booksNow,
      feedAgeSeconds: silentMs === null ? null : silentMs / 1000,
      chain,
    };
  };
}
