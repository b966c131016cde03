import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';

/**
 * Runs plain SQL and returns its rows, alike on both engines. `T` says what the statement selects:
 * bigints cross as `::text`, moments come as text that `new Date()` reads, bytes as Uint8Array.
 */
export async function rows<T>(db: Db, query: SQL): Promise<T[]> {
  // Both drivers answer with an object holding `rows`; the type that is common to them does not say so.
  const result = (await db.execute(query)) as unknown as { rows: T[] };
  return result.rows;
}
