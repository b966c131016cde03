import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import { type Route, route } from '../http/route.ts';
import type { FeedWorker } from './feed-worker.ts';

export function azuroRoutes({ feed }: { feed: FeedWorker }): Route[] {
  return [
    route(httpApi.getAzuroData, () => feed.data()),
    route(httpApi.syncAzuro, () => feed.sync()),
    route(httpApi.importGames, ({ body, session }) => feed.importGames(body.gameIds, actorOf(session))),
  ];
}
