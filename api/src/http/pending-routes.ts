import { type Endpoint, httpApi } from '@tallystone/core/http-api';
import { HttpError } from './http-error.ts';
import type { Route } from './route.ts';

/** Stands in for the endpoints that have no handler yet. TODO ends when every endpoint of this change has one. */
export function pendingRoutes(routes: readonly Route[]): Route[] {
  const handled = new Set(routes.map(({ endpoint }) => endpoint));
  return Object.values<Endpoint>(httpApi)
    .filter((endpoint) => !handled.has(endpoint))
    .map((endpoint) => ({
      endpoint,
      handle: async () => {
        throw new HttpError('not-ready', 'This is not built yet.');
      },
    }));
}
