import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** Locks the house pool until the transaction ends, and says what it holds: nothing before it is opened. */
export async function lockPool(tx: Tx): Promise<MicroUsdc> {
  const [pool] = await rows<{ balance: string }>(
    tx,
    sql`select balance::text from accounts where kind = 'pool' for update`,
  );
  return microUsdc(BigInt(pool?.balance ?? 0));
}
