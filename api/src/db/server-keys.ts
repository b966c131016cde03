import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from './db.ts';
import { serverKeys } from './schema/server.ts';

const KEY_BYTES = 32;

/** The secret key with this name. The first process makes it, and all processes on the database share it. */
export async function requireServerKey(
  db: Db,
  name: 'nonce' | 'quote' | 'practice-traders',
): Promise<Uint8Array> {
  await db
    .insert(serverKeys)
    .values({ name, key: randomBytes(KEY_BYTES) })
    .onConflictDoNothing();
  const [row] = await db.select({ key: serverKeys.key }).from(serverKeys).where(eq(serverKeys.name, name));
  if (row === undefined) throw new Error(`expected a server key named ${name}`);
  return Uint8Array.from(row.key);
}
