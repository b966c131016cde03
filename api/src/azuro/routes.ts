import { httpApi } from '@tallystone/core/http-api';
import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { actorOf } from '../audit/actor-of.ts';
import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import type { FeedKeeper } from './feed-keeper.ts';

/** An import marks its markets stale, so that the next list shows them. */
export function azuroRoutes({ feed, lists }: { feed: FeedKeeper; lists: StaleMarks }): Route[] {
  const games = createGamesAnswer(feed);
  return [
    route(httpApi.getAzuroData, async ({ session, rawHeaders }) =>
      sendSnapshot(await games.read({ isAdmin: session.isAdmin && session.verified }), rawHeaders),
    ),
    route(httpApi.syncAzuro, () => feed.sync().finally(() => games.forget())),
    route(httpApi.importGames, async ({ body, session }) => {
      const result = await feed.importGames(body.gameIds, actorOf(session));
      games.forget();
      for (const { marketId } of result.results) if (marketId !== undefined) lists.markStale(marketId);
      return result;
    }),
  ];
}

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
