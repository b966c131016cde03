import pg from 'pg';

// A sequence reads as fast as the clock itself, and setting it invalidates no query plans.
const AHEAD = `pg_catalog.pg_sequence_last_value('moved_clock.ahead') * interval '1 millisecond'`;

/**
 * Lets a test or proof move the database's clock forward, as the product reads it with `clock_timestamp()` and
 * `now()`. Functions with these names are created next to the tables and shadow the database's own, so the product,
 * which names no schema, reads the moved clock without knowing.
 *
 * Call it before migrating the database, so column defaults use it too.
 *
 * @param {string} url of the database
 * @returns {Promise<MovedClock>}
 *
 * @typedef {{ url: string, advance(ms: number): Promise<void>, close(): Promise<void> }} MovedClock
 */
export async function openMovedClock(url) {
  let ahead = 0;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    create schema moved_clock;
    create sequence moved_clock.ahead minvalue 0;
    select setval('moved_clock.ahead', 0);
    grant usage on schema moved_clock to public;
    grant select on sequence moved_clock.ahead to public;
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as $$ select pg_catalog.clock_timestamp() + ${AHEAD} $$;
    create function public.now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + ${AHEAD} $$`);
  const moved = new URL(url);
  moved.searchParams.set('options', '-c search_path=public,pg_catalog');
  return {
    url: moved.href,
    advance: async (ms) => {
      ahead += ms;
      await client.query(`select setval('moved_clock.ahead', $1)`, [ahead]);
    },
    close: () => client.end(),
  };
}
