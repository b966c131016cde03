import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { addUsdc } from '../format/dollars.ts';

/** A stretch of a statement as a sum that adds up: `before + cameIn + wentOut = now`. USDC. */
export interface StatementTotals {
  before: number;
  cameIn: number;
  /** Zero or below. */
  wentOut: number;
  now: number;
  /** False when the sum does not come out: something is missing between the rows. */
  addsUp: boolean;
}

/** @param rows newest first, one or more */
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
