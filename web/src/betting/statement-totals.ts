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

/**
 * A stake that was held for a bet in play and given back is no movement of money. A hold that still waits is money out.
 *
 * @param rows newest first; returns null if there are none
 */
export function statementTotals(rows: readonly WireStatementRow[]): StatementTotals | null {
  const newest = rows[0];
  const oldest = rows.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const before = addUsdc([oldest.balance, -oldest.amount]);
  const amounts = withoutEndedHolds(rows).map(({ amount }) => amount);
  const cameIn = addUsdc(amounts.map((amount) => Math.max(amount, 0)));
  const wentOut = addUsdc(amounts.map((amount) => Math.min(amount, 0)));
  const now = newest.balance;
  return { before, cameIn, wentOut, now, addsUp: addUsdc([before, cameIn, wentOut]) === addUsdc([now]) };
}

/** A hold and its end have the same bet and cancel out. The end stays if its hold is not among the rows. */
function withoutEndedHolds(rows: readonly WireStatementRow[]): readonly WireStatementRow[] {
  const held = betsOf(rows, 'order');
  const ended = betsOf(rows, 'order-end');
  return rows.filter((row) => {
    const other = row.kind === 'order' ? ended : row.kind === 'order-end' ? held : null;
    return other === null || !row.bets.some(({ betId }) => other.has(betId));
  });
}

const betsOf = (rows: readonly WireStatementRow[], kind: 'order' | 'order-end'): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => (row.kind === kind ? row.bets.map(({ betId }) => betId) : [])));
