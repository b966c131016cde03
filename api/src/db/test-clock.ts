import pg from 'pg';

/** A database whose clock a test moves: what the product reads as `clock_timestamp()` and `now()`. */
export interface TestClock {
  /** The address to open the database by: its sessions read the moved clock. */
  readonly url: string;
  /** Puts the clock forward, for every session at once. Milliseconds. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Puts functions of the same names beside the tables and in front of the database's own, so that the product, which names them without a
 * schema, reads a clock that is ahead by as much as the test says. Nothing in the product knows of it. Call it before
 * the database is migrated, so that defaults of columns follow it too; one that is migrated already keeps the true
 * time in them.
 */
export async function openTestClock(url: string): Promise<TestClock> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    create schema test_clock;
    create table test_clock.ahead (by interval not null);
    insert into test_clock.ahead values ('0');
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as $$ select pg_catalog.clock_timestamp() + (select by from test_clock.ahead) $$;
    create function public.now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + (select by from test_clock.ahead) $$`);
  const moved = new URL(url);
  moved.searchParams.set('options', '-c search_path=public,pg_catalog');
  return {
    url: moved.href,
    advance: async (ms) => {
      await client.query(`update test_clock.ahead set by = by + $1 * interval '1 millisecond'`, [ms]);
    },
    close: () => client.end(),
  };
}
