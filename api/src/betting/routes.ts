import { httpApi } from '@tallystone/core/http-api';
import { type Route, route } from '../http/route.ts';
import type { ReadSignature } from '../identity/read-signature.ts';
import { cancelAutomaticCashOut, setAutomaticCashOut } from './automatic-cash-out.ts';
import { type CashOutDeps, cashOut } from './cash-out.ts';
import { changeLimits, takeBreak } from './change-limits.ts';
import { limits } from './limits.ts';
import { listBets, listPositions } from './list-bets.ts';
import { type PlaceBetDeps, placeBet } from './place-bet.ts';
import { profit } from './profit.ts';
import { type QuoteDeps, quote } from './quote.ts';
import { quoteCashOut } from './quote-cash-out.ts';
import { statement } from './statement.ts';

export type BettingDeps = QuoteDeps &
  PlaceBetDeps &
  CashOutDeps & {
    /** Tops up practice funds that have run low, before they are shown. */
    topUp(userId: string): Promise<void>;
    /** Called with the tokens of guests whose sessions ended because the wallet that they show is taking a break. */
    onGuestsEnded(tokenHashes: readonly Uint8Array[]): void;
    readSignature: ReadSignature;
  };

export function bettingRoutes(deps: BettingDeps): Route[] {
  const { db, mode } = deps;
  return [
    route(httpApi.getQuote, ({ params, query, session }) =>
      quote(deps, { marketId: params.id, ...query, session }),
    ),
    route(
      httpApi.placeBet,
      ({ body, headers, session }) =>
        placeBet(deps, { session, body, idempotencyKey: headers['idempotency-key'] ?? null }),
      { checksSession: true },
    ),
    route(httpApi.listBets, ({ query, session }) =>
      listBets(db, {
        userId: session.userId,
        family: session.wallet.family,
        before: query.before ?? null,
        mode,
      }),
    ),
    route(httpApi.listPositions, ({ session }) =>
      listPositions(db, { userId: session.userId, family: session.wallet.family, mode }),
    ),
    route(httpApi.getCashOut, ({ params, query, session }) =>
      quoteCashOut(deps, { session, betId: params.id, stake: query.stake }),
    ),
    route(httpApi.cashOut, ({ params, body, session }) => {
      // No money is paid out while the books don't add up.
      deps.requireBettable();
      return cashOut(deps, { session, betId: params.id, body });
    }),
    route(httpApi.setAutomaticCashOut, ({ params, body, session }) =>
      setAutomaticCashOut(deps, { session, betId: params.id, body }),
    ),
    route(httpApi.cancelAutomaticCashOut, ({ params, session }) =>
      cancelAutomaticCashOut(deps, { session, betId: params.id }),
    ),
    route(httpApi.getStatement, ({ query, session }) =>
      statement(db, { userId: session.userId, before: query.before ?? null }),
    ),
    route(httpApi.getProfit, ({ session }) => profit(db, { userId: session.userId, now: deps.now() })),
    route(httpApi.changeLimits, ({ body, session }) => changeLimits(db, { session, mode, sent: body })),
    route(httpApi.takeBreak, (call) =>
      takeBreak(db, {
        session: call.session,
        mode,
        sent: call.body,
        signature: deps.readSignature(call),
        onGuestsEnded: deps.onGuestsEnded,
      }),
    ),
    route(httpApi.getLimits, async ({ session }) => {
      await deps.topUp(session.userId);
      return limits(db, { userId: session.userId, mode });
    }),
  ];
}
