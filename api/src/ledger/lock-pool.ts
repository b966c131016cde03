import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { type PoolNeed, type PoolParts, spreadPool } from './spread-pool.ts';

/** The pool, locked with its slices until the transaction ends. */
export interface LockedPool extends PoolParts {
  /** Its balance, micro-USDC. */
  readonly total: MicroUsdc;
}

/** Locks the house pool. Its balance is zero before it is opened. */
export async function lockPool(tx: Tx): Promise<LockedPool> {
  const [row = ZERO_USDC] = await values(
    tx,
    col.usdc,
    sql`select balance::text from accounts where kind = 'pool' for update`,
  );
  return lockSlices(tx, row);
}

/**
 * Locks the slices of a pool whose row is locked already. Slices come after accounts, in their order. Only `refundLateBets` locks
 * more accounts afterwards: a deadlock with a bet is undone, and both run again.
 *
 * @param row what the row has, micro-USDC
 */
export async function lockSlices(tx: Tx, row: MicroUsdc): Promise<LockedPool> {
  const slices = await values(
    tx,
    col.usdc,
    sql`select balance::text from pool_slices order by slot for update`,
  );
  return { row, slices, total: microUsdc(slices.reduce<bigint>((sum, each) => sum + each, row)) };
}

/**
 * Puts the money of a locked pool where it is about to leave it. The balance stays the same, so there is no entry.
 *
 * @throws RangeError if the pool has less
 */
export async function gatherPool(tx: Tx, pool: PoolParts, need: PoolNeed): Promise<void> {
  const spread = spreadPool(pool, need);
  if (spread === null) return;
  const given = spread.slices.map((balance, slot) => ({ slot, balance: balance.toString() }));
  await tx.execute(sql`
    with parts as (
      update pool_slices s set balance = g.balance
      from json_to_recordset(${JSON.stringify(given)}::json) as g(slot smallint, balance bigint)
      where s.slot = g.slot
    )
    update accounts set balance = ${spread.row.toString()}::bigint where kind = 'pool'`);
}
