import { httpApi } from '@tallystone/core/http-api';
import { type Route, route } from '../http/route.ts';

export function adminRoutes({
  refreshMarkets,
}: {
  refreshMarkets(): Promise<{ refreshedAt: string }>;
}): Route[] {
  return [route(httpApi.refreshMarkets, () => refreshMarkets())];
}
