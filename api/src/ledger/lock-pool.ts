import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { type PoolNeed, type PoolParts, spreadPool } from './spread-pool.ts';

/** The pool, locked with its slices until the transaction ends. */
export interface LockedPool extends PoolParts {
  /** Its balance, micro-USDC. */
  readonly total: MicroUsdc;
}

/** Locks the house pool. Its balance is zero before it is opened. */
export const lockPool = async (tx: Tx): Promise<LockedPool> => lockSlices(tx, await lockRow(tx));

/**
 * Locks the slices of a pool whose row is locked already. Slices come after accounts, in their order.
 *
 * @param row what the row has, micro-USDC
 */
export async function lockSlices(tx: Tx, row: MicroUsdc): Promise<LockedPool> {
  const found = await rows(
    tx,
    { slot: col.number, balance: col.usdc },
    sql`select slot, balance from pool_slices order by slot for update`,
  );
  if (found.some(({ slot }, place) => slot !== place)) throw new Error('a slice of the pool is missing');
  const slices = found.map(({ balance }) => balance);
  return { row, slices, total: microUsdc(slices.reduce<bigint>((sum, each) => sum + each, row)) };
}

/**
 * Locks the pool's row and sees to it that the row has what is about to leave it, if need be from the slices.
 *
 * @returns false if the pool has less
 */
export async function fillRow(tx: Tx, needed: MicroUsdc): Promise<boolean> {
  const row = await lockRow(tx);
  if (row >= needed) return true;
  // Only now, because most find enough in the row and need not wait for bets.
  const pool = await lockSlices(tx, row);
  if (pool.total < needed) return false;
  await gatherPool(tx, pool, { row: needed });
  return true;
}

async function lockRow(tx: Tx): Promise<MicroUsdc> {
  const [row = ZERO_USDC] = await values(
    tx,
    col.usdc,
    sql`select balance::text from accounts where kind = 'pool' for update`,
  );
  return row;
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
