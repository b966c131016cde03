import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from './db.ts';
import { col, value } from './rows.ts';

/** The 64-bit number that PostgreSQL uses for one of our named locks. */
export function advisoryLockId(name: string): bigint {
  return createHash('sha256').update(`tallystone:${name}`).digest().readBigInt64BE();
}

/** Waits for the named lock, across all processes. The lock ends with the transaction. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockId(name)}::bigint)`);
}

/** Takes the named lock without waiting. Returns false if another transaction holds it. */
export async function tryAdvisoryLock(tx: Tx, name: string): Promise<boolean> {
  return value(tx, col.bool, sql`select pg_try_advisory_xact_lock(${advisoryLockId(name)}::bigint)`);
}
