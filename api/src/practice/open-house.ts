import type { Db } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { fundPool } from './fund-pool.ts';

/** Opens the house's accounts and, in a demo, gives the pool its practice money. Safe to repeat. */
export async function openHouse(db: Db, mode: 'demo' | 'live'): Promise<void> {
  await transaction(db, async (tx) => {
    // Servers that start at the same time take turns here.
    await takeLock(tx, 'house-accounts');
    for (const kind of ['pool', 'fees', 'faucet', 'outside'] as const) await openAccount(tx, { kind });
    if (mode === 'demo') await fundPool(tx);
  });
}
