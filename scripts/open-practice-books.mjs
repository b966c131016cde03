import pg from 'pg';
import { startPostgres } from './find-postgres.mjs';

const NAME = 'tallystone_practice_chain';
/** PostgreSQL's error code for a database in use. */
const IN_USE = '55006';

/**
 * Creates empty books for a practice chain in PostgreSQL: on the server in DATABASE_URL, in a separate database that
 * replaces the last practice chain's; otherwise on a server started here that leaves nothing behind.
 *
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 * @throws Error when another practice chain uses that database
 */
export async function openPracticeBooks() {
  const given = process.env.DATABASE_URL;
  if (!given) {
    const { url, stop } = await startPostgres({ own: true, fsync: false });
    return { url, close: stop };
  }
  const client = new pg.Client(given);
  await client.connect();
  try {
    await client.query(`drop database if exists ${NAME}`);
    await client.query(`create database ${NAME}`);
  } catch (error) {
    if (error.code !== IN_USE) throw error;
    throw new Error('another practice chain keeps its books at DATABASE_URL; stop that one first', {
      cause: error,
    });
  } finally {
    await client.end();
  }
  const url = new URL(given);
  url.pathname = `/${NAME}`;
  return { url: url.href, close: async () => undefined };
}
