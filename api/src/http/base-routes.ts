import { httpApi } from '@tallystone/core/http-api';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { HttpError } from './http-error.ts';
import type { Readiness } from './readiness.ts';
import { type Route, route } from './route.ts';
import { VERSION } from './version.ts';

/** The configuration that the app asks for first, and the health checks of load balancers. */
export function baseRoutes({
  config,
  readiness,
  bettingReasons,
}: {
  config: WireConfig;
  readiness: Readiness;
  /** Why the server takes no bets now. */
  bettingReasons(): Promise<BettingReason[]>;
}): Route[] {
  return [
    route(httpApi.getConfig, async () => config),
    route(httpApi.healthLive, async () => ({ status: 'live' as const, version: VERSION })),
    route(httpApi.healthReady, async () => {
      const problem = await readiness.problem();
      if (problem === null) return { status: 'ready' as const };
      const { sentence, cause } = problem;
      throw new HttpError('not-ready', sentence, { retryAfterSeconds: 2, cause });
    }),
    route(httpApi.healthBetting, async () => {
      const reasons = await bettingReasons();
      const first = reasons.find(({ stops }) => stops === 'every-bet');
      if (first !== undefined) {
        throw new HttpError('not-ready', first.sentence, { retryAfterSeconds: 2, facts: { reasons } });
      }
      const isLimited = reasons.some(({ stops }) => stops === 'some-bets');
      return { status: isLimited ? ('limited' as const) : ('open' as const), reasons };
    }),
  ];
}
