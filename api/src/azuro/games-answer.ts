import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';
import type { FeedKeeper } from './feed-keeper.ts';

/** Any session may ask, and often, so a serialised answer is sent again for this long. */
const KEPT_MS = 1000;

/** Keeps the games of the feed as bytes. Only admins get the feed's problem and what was dropped. */
export function createGamesAnswer(feed: Pick<FeedKeeper, 'data'>) {
  let kept: {
    all: Promise<WireAzuroData>;
    until: number;
    written: Map<boolean, Promise<JsonSnapshot>>;
  } | null = null;
  return {
    async read({ isAdmin }: { isAdmin: boolean }): Promise<JsonSnapshot> {
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
    /** The next answer includes everything read or imported since. */
    forget() {
      kept = null;
    },
  };
}

function forBettors({ problem: _, ...data }: WireAzuroData): WireAzuroData {
  return { ...data, drops: [] };
}
