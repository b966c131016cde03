import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainAlert } from './chain-alert.ts';
import { clearAlert } from './cursor-store.ts';

/**
 * Ends what holds betting because of the chain, once an admin has looked at it. Whatever still stands against following the
 * chain is found again within a second.
 *
 * @returns what it was; null when nothing held betting
 */
export function endAlert(db: Db, { reason }: { reason: string }): Promise<ChainAlert | null> {
  return transaction(db, (tx) => clearAlert(tx, reason));
}
