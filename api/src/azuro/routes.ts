import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { createGamesAnswer } from './games-answer.ts';

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
