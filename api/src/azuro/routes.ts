import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import { type Route, route } from '../http/route.ts';
import type { FeedKeeper } from './feed-keeper.ts';

export function azuroRoutes({ feed }: { feed: FeedKeeper }): Route[] {
  return [
    route(httpApi.getAzuroData, () => feed.data()),
    route(httpApi.syncAzuro, () => feed.sync()),
    route(httpApi.importGames, ({ body, session }) => feed.importGames(body.gameIds, actorOf(session))),
  ];
}
