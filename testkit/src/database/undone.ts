import type { Db, Tx } from '@tallystone/api/db/db.ts';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Runs work that tampers with the books: triggers are off, and everything is rolled back afterwards. @returns its
 * result
 */
export function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return rolledBack(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    return work(tx);
  });
}

/** Tries a statement that the database has to refuse. If it doesn't, other tests find the books as before. */
export const tried = (db: Db, statement: SQL): Promise<unknown> =>
  rolledBack(db, (tx) => tx.execute(statement));

async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  const found: T[] = [];
  await db
    .transaction(async (tx) => {
      found.push(await work(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  // Failed work has already thrown.
  return found[0] as T;
}
