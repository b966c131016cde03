import type { Database } from '@tallystone/api/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { openMovedClock } from '../../../scripts/move-clock.mjs';
import { openTestEmbedded } from './embedded.ts';
import { createTestDatabase, openPatiently } from './test-database.ts';

/** A test's database whose clock can be moved forward. */
export interface MovedDatabase extends Database {
  advance(ms: number): Promise<void>;
  /** Node's time, moved as well. */
  now(): Date;
}

/** PostgreSQL; sessions opened with `url` read the moved clock. */
export async function createMovedDatabase(): Promise<MovedDatabase & { url: string; adminUrl: string }> {
  const fresh = await createTestDatabase();
  const moved = await openMovedDatabase(fresh.url);
  return {
    ...moved,
    adminUrl: fresh.adminUrl,
    close: async () => {
      await moved.close();
      await fresh.close();
    },
  };
}

/** The same for an existing database. @param of its address */
export async function openMovedDatabase(of: string): Promise<MovedDatabase & { url: string }> {
  const clock = await openMovedClock(of);
  const database = await openPatiently(clock.url);
  let aheadMs = 0;
  return {
    ...database,
    url: clock.url,
    now: () => new Date(Date.now() + aheadMs),
    advance: async (ms) => {
      await clock.advance(ms);
      aheadMs += ms;
    },
    close: async () => {
      await database.close();
      await clock.close();
    },
  };
}

/** The demo's engine, in memory, with a single session. */
export async function openMovedEmbedded(): Promise<MovedDatabase> {
  const database = await openTestEmbedded();
  let aheadMs = 0;
  const advance = async (ms: number) => {
    aheadMs += ms;
    await database.db.execute(
      sql.raw(`create or replace function public.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + interval ''${aheadMs} milliseconds'''`),
    );
  };
  await advance(0);
  await database.db.execute(sql`set search_path to public, pg_catalog`);
  return { ...database, advance, now: () => new Date(Date.now() + aheadMs) };
}
