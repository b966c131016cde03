import { type Endpoint, httpApi } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { type Route, route } from '../http/route.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { receipt } from './receipt.ts';
import { solvency } from './solvency.ts';

export interface SettlementDeps {
  db: Db;
  mode: 'demo' | 'live';
  now(): Date;
  /** All lists that show markets. */
  lists: StaleMarks;
  /** Something may have to be paid now. */
  wakeSettler(): void;
  /** What the watch over the books found last. */
  checkedInvariants(): readonly CheckedInvariant[];
}

/** How markets end, and the proof that everybody was and can be paid. */
export function settlementRoutes({ db, mode, now, checkedInvariants }: SettlementDeps): Route[] {
  const later = <E extends Endpoint>(endpoint: E) =>
    route(endpoint, async () => {
      throw new HttpError('not-ready', 'Results are not built yet.');
    });
  return [
    later(httpApi.getResultsQueue),
    later(httpApi.resolveMarket),
    later(httpApi.voidMarket),
    later(httpApi.approveResolution),
    later(httpApi.undoResolution),
    later(httpApi.listGuarded),
    later(httpApi.objectToResult),
    route(httpApi.getReceipt, ({ params, session }) => receipt(db, { session, betId: params.betId })),
    route(httpApi.getSolvency, () => solvency(db, { mode, now: now(), checked: checkedInvariants() })),
  ];
}
