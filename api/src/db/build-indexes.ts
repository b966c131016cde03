import type pg from 'pg';
import { sqlState } from './sql-state.ts';

const CREATE = /^(CREATE (?:UNIQUE )?INDEX) (IF NOT EXISTS "(\w+)" ON "(\w+)".*)$/s;
const DEADLOCK = '40P01';

/**
 * Builds the indexes that new migrations create with `IF NOT EXISTS`, while others write to their tables: within the
 * transaction of the migrations, bets would wait until an index of all bets is built. It waits for transactions that are
 * older, and nothing waits for it. What an earlier attempt left incomplete is built again.
 *
 * @param statements of the new migrations, in order
 * @returns false if a statement that is older waits for a lock of ours, so that neither could ever end: try again without it
 */
export async function buildIndexes(client: pg.Client, statements: readonly string[]): Promise<boolean> {
  for (const statement of statements) {
    const [, create, rest, index = '', table = ''] = CREATE.exec(withoutComments(statement)) ?? [];
    // A table that these migrations themselves create has no rows.
    if (create === undefined || !(await exists(client, table))) continue;
    if (!(await buildIndex(client, { index, create: `${create} CONCURRENTLY ${rest}` }))) return false;
  }
  return true;
}

async function buildIndex(
  client: pg.Client,
  { index, create }: { index: string; create: string },
): Promise<boolean> {
  try {
    await dropIncomplete(client, index);
    await client.query(create);
    return true;
  } catch (error) {
    if (sqlState(error) !== DEADLOCK) throw error;
    return false;
  }
}

async function dropIncomplete(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount !== 0) await client.query(`drop index concurrently "${index}"`);
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [table]);
  return rowCount !== 0;
}

const withoutComments = (statement: string): string => statement.replace(/^--.*$/gm, '').trim();
