import type { RequestBody, WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';

export interface CashOutDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** The market changed: its lists are to be renewed before anybody is answered. */
  onPaid(marketId: string): void;
}

/** What the market gives for a bet now, or why it cannot be cashed out. */
export async function quoteCashOut(
  _deps: CashOutDeps,
  _asked: { session: Session; betId: string },
): Promise<WireCashOutQuote> {
  throw new HttpError('not-ready', 'Cash-outs are not built yet.');
}

/** Sells a bet back for the amount its bettor signed, if the market still gives that much. */
export async function cashOut(
  _deps: CashOutDeps,
  _asked: { session: Session; betId: string; body: RequestBody<'cashOut'> },
): Promise<WireCashOut> {
  throw new HttpError('not-ready', 'Cash-outs are not built yet.');
}
