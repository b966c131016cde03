import type { Db, Tx } from '@tallystone/api/db/db.ts';
import { sql } from 'drizzle-orm';

/** What some work finds in books that it tampers with: no trigger stops it, and all of it is undone afterwards. */
export async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  const found: T[] = [];
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      found.push(await work(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  // Work that fails has thrown above.
  return found[0] as T;
}
