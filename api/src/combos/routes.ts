import { httpApi } from '@tallystone/core/http-api';
import { type Route, route } from '../http/route.ts';
import { cashOutCombo, quoteComboCashOut } from './cash-out-combo.ts';
import { listCombos } from './list-combos.ts';
import { type ComboDeps, placeCombo } from './place-combo.ts';
import { quoteCombo } from './quote-combo.ts';

export function comboRoutes(deps: ComboDeps): Route[] {
  const { db, mode } = deps;
  return [
    route(httpApi.quoteCombo, ({ body, session }) => quoteCombo(db, { session, legs: body.legs, mode })),
    route(httpApi.placeCombo, ({ body, headers, session }) =>
      placeCombo(deps, { session, body, idempotencyKey: headers['idempotency-key'] ?? null }),
    ),
    route(httpApi.listCombos, ({ query, session }) =>
      listCombos(db, {
        userId: session.userId,
        family: session.wallet.family,
        before: query.before ?? null,
      }),
    ),
    route(httpApi.getComboCashOut, ({ params, session }) =>
      quoteComboCashOut(db, { session, comboId: params.id }),
    ),
    route(httpApi.cashOutCombo, ({ params, body, session }) => {
      // No money is paid out while the books don't add up.
      deps.requireBettable();
      return cashOutCombo(db, { session, comboId: params.id, body });
    }),
  ];
}
