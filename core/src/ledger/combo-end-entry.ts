import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * The end of a combo: what its bettor gets, if anything, and the rest of what was kept for it back to the pool.
 *
 * @param combo.payout what the combos' account has for it, micro-USDC, above 0
 * @param combo.paid micro-USDC, from 0 to `payout`
 * @throws RangeError when `paid` is out of range
 */
export function comboEndEntry(combo: { userId: string; payout: MicroUsdc; paid: MicroUsdc }): Entry {
  const { userId, payout, paid } = combo;
  const from = { kind: 'combos' } as const;
  const rest = microUsdc(payout - paid);
  if (paid < 0n || rest < 0n)
    throw new RangeError(`expected a payment from 0 to ${payout} micro-USDC, got ${paid}`);
  return {
    kind: 'combo-end',
    postings: [
      ...(paid > 0n ? [posting({ from, to: { kind: 'user', userId }, amount: paid })] : []),
      ...(rest > 0n ? [posting({ from, to: { kind: 'pool' }, amount: rest })] : []),
    ],
  };
}
