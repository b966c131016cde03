import type { Db, Tx } from '@tallystone/api/db/db.ts';
import { sql } from 'drizzle-orm';

/**
 * Runs work that tampers with the books: triggers are off, and everything is rolled back afterwards. @returns its
 * result
 */
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
  // Failed work has already thrown.
  return found[0] as T;
}
