import { httpApi } from '@tallystone/core/http-api';
import { type Route, route } from '../http/route.ts';
import { limits } from './limits.ts';
import { listBets } from './list-bets.ts';
import { type PlaceBetDeps, placeBet } from './place-bet.ts';
import { type QuoteDeps, quote } from './quote.ts';

export type BettingDeps = QuoteDeps &
  PlaceBetDeps & {
    /** Fills up practice funds that have run low, before they are shown. */
    topUp(userId: string): Promise<void>;
  };

export function bettingRoutes(deps: BettingDeps): Route[] {
  const { db, mode } = deps;
  return [
    route(httpApi.getQuote, ({ params, query, session }) =>
      quote(deps, { marketId: params.id, ...query, session }),
    ),
    route(httpApi.placeBet, ({ body, headers, session }) =>
      placeBet(deps, { session, body, idempotencyKey: headers['idempotency-key'] ?? null }),
    ),
    route(httpApi.listBets, ({ query, session }) =>
      listBets(db, {
        userId: session.userId,
        family: session.wallet.family,
        before: query.before ?? null,
      }),
    ),
    route(httpApi.getLimits, async ({ session }) => {
      await deps.topUp(session.userId);
      return limits(db, { userId: session.userId, mode });
    }),
  ];
}
