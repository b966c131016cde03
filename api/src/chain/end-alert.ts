import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainAlert } from './chain-alert.ts';
import { clearAlert, readFollowedState } from './cursor-store.ts';

/**
 * Ends the chain's alert once an admin has looked into it. A problem that still exists raises its alert again within a
 * second. The alert about a replaced final block isn't ended by this.
 *
 * @returns the alert that was ended and the one that still stops betting, or null for each
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
