import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * The stake of an accepted bet, from the bettor's available funds to the market's escrow.
 *
 * @param stake micro-USDC, above 0
 * @throws RangeError when the stake is not above 0
 */
export function betEntry(bet: { userId: string; marketId: string; stake: MicroUsdc }): Entry {
  const { userId, marketId, stake } = bet;
  return moveEntry('bet', {
    from: { kind: 'user', userId },
    to: { kind: 'escrow', marketId },
    amount: stake,
  });
}
