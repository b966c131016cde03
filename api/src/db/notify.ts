import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Sends a message to every listening process. In a transaction it is sent with the commit. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}
