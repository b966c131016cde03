import type { FeedKeeper } from '../azuro/feed-keeper.ts';
import type { BetQueue } from '../betting/bet-queue.ts';
import type { BettingHealth } from '../betting/betting-health.ts';
import type { ChainFigures } from '../chain/chain-figures.ts';
import type { Database } from '../db/open-database.ts';
import { keptCheck } from '../http/kept-check.ts';
import type { Readiness } from '../http/readiness.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { Stream } from '../realtime/stream.ts';
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
  app: {
    readiness: Pick<Readiness, 'problem'>;
    bettingHealth: BettingHealth;
    queue: Pick<BetQueue, 'waiting'>;
    stream: Pick<Stream, 'state'>;
  };
  database: Database;
  feed: Pick<FeedKeeper, 'silentMs'>;
  /** Null in a demo. */
  live: { figures(): Promise<ChainFigures> } | null;
  checkedInvariants(): readonly CheckedInvariant[];
  now: () => Date;
}): () => Promise<Snapshot> {
  const books = keptCheck<BooksFigures | null>({
    look: () => readBooksFigures(database.db, now),
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
