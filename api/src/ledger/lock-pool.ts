import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';

/** Locks the house pool until the transaction ends, and returns its balance: zero before it is opened. */
export async function lockPool(tx: Tx): Promise<MicroUsdc> {
  const [balance = ZERO_USDC] = await values(
    tx,
    col.usdc,
    sql`select balance::text from accounts where kind = 'pool' for update`,
  );
  return balance;
}
