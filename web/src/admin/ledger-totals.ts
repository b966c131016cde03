import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { addUsdc } from '../format/dollars.ts';

/** All accounts together, before and after a market ends: both are zero unless the books are broken. */
export function ledgerTotals({ ledger }: WireRehearsal) {
  const before = addUsdc(ledger.map((account) => account.before));
  const after = addUsdc(ledger.map((account) => account.after));
  return { before, after, addUp: before === 0 && after === 0 };
}
