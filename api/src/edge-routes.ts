import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import { HttpError } from './http/http-error.ts';
import type { Route } from './http/route.ts';

/** What many people read, and what needs nothing but the database. A signed-in reader also gets their own bets. */
const SERVED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  httpApi.openStream,
  httpApi.listMarkets,
  httpApi.listSparklines,
  httpApi.getMarket,
  httpApi.getGame,
  httpApi.getMarketHistory,
  httpApi.getMarketRisk,
  httpApi.getMarketActivity,
  httpApi.getMarketPicture,
  httpApi.listBets,
  httpApi.healthLive,
  httpApi.healthReady,
]);

/** The routes as an edge serves them. What it doesn't serve says what to do. */
export function onEdge(routes: readonly Route[]): Route[] {
  return routes.map(({ endpoint, handle }) => ({ endpoint, handle: SERVED.has(endpoint) ? handle : refuse }));
}

const refuse: Route['handle'] = async () => {
  throw new HttpError(
    'not-ready',
    'This is an edge, which only serves markets and streams: let the proxy send this request to a server.',
  );
};
