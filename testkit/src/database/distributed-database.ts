import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const DEPLOY = join(import.meta.dirname, '../../../deploy');

/** What distributed databases lack, in PostgreSQL's catalogue. */
const LACKING = '^pg_(try_)?advisory_|^pg_notify$|^pg_current_(xact|snapshot)|^pg_snapshot_|^txid_';

/**
 * Makes the tables in an empty database as in a distributed one, and gives a role the rights of a server. No role but superusers
 * can call what distributed databases lack.
 *
 * @param url of the database for a superuser
 * @param owner of the tables, if it isn't the superuser
 * @param searchPath where the defaults of columns find their functions
 */
export async function installDistributed(
  url: string,
  { role, owner = 'none', searchPath = 'public' }: { role: string; owner?: string; searchPath?: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set search_path = ${searchPath}`);
    await client.query(`set role ${owner}`);
    await client.query(readFileSync(join(DEPLOY, 'distributed/schema.sql'), 'utf8'));
    await client.query('reset role');
    const { rows } = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and proname ~ '${LACKING}'`,
    );
    for (const { name } of rows) await client.query(`revoke execute on function ${name} from public`);
    const rights = readFileSync(join(DEPLOY, 'postgres/server-role.sql'), 'utf8');
    await client.query(rights.replaceAll('tallystone_server', role));
  } finally {
    await client.end();
  }
}
