import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { addUsdc } from '../format/dollars.ts';

/** The totals of some statement rows in USDC: `before + cameIn + wentOut = now`. */
export interface StatementTotals {
  before: number;
  cameIn: number;
  /** Zero or below. */
  wentOut: number;
  now: number;
  /** False if the sum doesn't match, which means that rows are missing in between. */
  addsUp: boolean;
}

/** @param rows newest first; returns null if there are none */
export function statementTotals(rows: readonly WireStatementRow[]): StatementTotals | null {
  const newest = rows[0];
  const oldest = rows.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const before = addUsdc([oldest.balance, -oldest.amount]);
  const cameIn = addUsdc(rows.map(({ amount }) => Math.max(amount, 0)));
  const wentOut = addUsdc(rows.map(({ amount }) => Math.min(amount, 0)));
  const now = newest.balance;
  return { before, cameIn, wentOut, now, addsUp: addUsdc([before, cameIn, wentOut]) === addUsdc([now]) };
}
