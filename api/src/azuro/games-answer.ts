import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';
import type { FeedKeeper } from './feed-keeper.ts';

/** Any session may ask, and often: what was written out is sent again for so long. */
const KEPT_MS = 1000;

export interface GamesAnswer {
  read(asked: { isAdmin: boolean }): Promise<JsonSnapshot>;
  /** What was read or imported since is in the next answer. */
  forget(): void;
}

/** Keeps the games of the feed as bytes. What the feed said that made no sense is for admins alone. */
export function createGamesAnswer(feed: Pick<FeedKeeper, 'data'>): GamesAnswer {
  let kept: {
    all: Promise<WireAzuroData>;
    until: number;
    written: Map<boolean, Promise<JsonSnapshot>>;
  } | null = null;
  return {
    async read({ isAdmin }) {
      if (kept === null || performance.now() >= kept.until) {
        kept = { all: feed.data(), until: performance.now() + KEPT_MS, written: new Map() };
      }
      const { all, written } = kept;
      const known = written.get(isAdmin);
      if (known !== undefined) return known;
      const snapshot = all.then((data) => jsonSnapshot(JSON.stringify(isAdmin ? data : forBettors(data))));
      written.set(isAdmin, snapshot);
      return snapshot;
    },
    forget() {
      kept = null;
    },
  };
}

function forBettors({ problem: _, ...data }: WireAzuroData): WireAzuroData {
  return { ...data, drops: [] };
}
