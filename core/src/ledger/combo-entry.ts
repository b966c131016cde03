import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * An accepted combo: its stake from the bettor, and from the pool what its return has above the stake. So the combos' account
 * always has the full return of every open combo.
 *
 * @param combo.stake micro-USDC, above 0
 * @param combo.housePart micro-USDC, above 0
 * @throws RangeError when one isn't above 0
 */
export function comboEntry(combo: { userId: string; stake: MicroUsdc; housePart: MicroUsdc }): Entry {
  const { userId, stake, housePart } = combo;
  const to = { kind: 'combos' } as const;
  return {
    kind: 'combo',
    postings: [
      posting({ from: { kind: 'user', userId }, to, amount: stake }),
      posting({ from: { kind: 'pool' }, to, amount: housePart }),
    ],
  };
}
