import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * A stake that is final in the escrow contract: from outside to the bettor's funds, from which the bet takes it.
 *
 * @param stake micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function stakeReceivedEntry({ userId, stake }: { userId: string; stake: MicroUsdc }): Entry {
  return moveEntry('stake-received', {
    from: { kind: 'outside' },
    to: { kind: 'user', userId },
    amount: stake,
  });
}
