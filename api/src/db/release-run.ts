import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Gives a claim back, because the work failed here: whoever asks next may try. */
export async function releaseRun(db: Db, name: string): Promise<void> {
  await db.execute(sql`update last_runs set ran_at = 'epoch' where name = ${name}`);
}
