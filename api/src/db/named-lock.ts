import { sql } from 'drizzle-orm';
import type { Tx } from './db.ts';
import { exists } from './rows.ts';

/**
 * Waits for the named lock, across all processes. The lock is a row that the transaction has changed, so it ends with it, and
 * every database that has transactions has it.
 */
export async function takeLock(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`
    insert into named_locks as l (name) values (${name}) on conflict (name) do update set taken = l.taken + 1`);
}

/**
 * Takes the named lock without waiting. Only the first use of a name ever may wait for another one, because it creates the
 * row, unless a migration has created it.
 *
 * @returns false if another transaction holds it
 */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  return exists(
    tx,
    sql`
      with free as (
        select name from named_locks where name = ${name} for update skip locked
      ), taken as (
        update named_locks l set taken = l.taken + 1 from free where l.name = free.name returning l.name
      ), created as (
        insert into named_locks (name)
        select ${name}::text where not exists (select from named_locks where name = ${name})
        on conflict do nothing returning name
      )
      select name from taken union all select name from created`,
  );
}
