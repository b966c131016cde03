import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import { type Route, route } from '../http/route.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import type { FeedKeeper } from './feed-keeper.ts';

/** Whoever imports games finds their markets in the lists at once. */
export function azuroRoutes({ feed, lists }: { feed: FeedKeeper; lists: StaleMarks }): Route[] {
  return [
    route(httpApi.getAzuroData, () => feed.data()),
    route(httpApi.syncAzuro, () => feed.sync()),
    route(httpApi.importGames, async ({ body, session }) => {
      const result = await feed.importGames(body.gameIds, actorOf(session));
      for (const { marketId } of result.results) if (marketId !== undefined) lists.markStale(marketId);
      return result;
    }),
  ];
}
