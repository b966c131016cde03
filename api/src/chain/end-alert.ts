import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainAlert } from './chain-alert.ts';
import { clearAlert, readFollowedState } from './cursor-store.ts';

/**
 * Ends what holds betting because of the chain, once an admin has looked at it. Whatever still stands against following the
 * chain is found again within a second. That a final block was replaced is no matter of looking at it, and goes on.
 *
 * @returns what was ended, and what holds betting still; null for nothing
 */
export function endAlert(
  db: Db,
  { reason }: { reason: string },
): Promise<{ ended: ChainAlert | null; left: ChainAlert | null }> {
  return transaction(db, async (tx) => {
    const ended = await clearAlert(tx, reason);
    return { ended, left: (await readFollowedState(tx)).alert };
  });
}
