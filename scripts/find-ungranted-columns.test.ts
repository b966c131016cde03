import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUngrantedColumns } from './find-ungranted-columns.mjs';

const MIGRATIONS = join(import.meta.dirname, '../api/src/db/migrations');
/** The newest migration before the file that gives servers their rights. */
const BEFORE_RIGHTS = '0026';

test('migrations give the user of servers the columns that they add', () => {
  const later = readdirSync(MIGRATIONS).filter(
    (name) => name.endsWith('.sql') && name.slice(0, 4) > BEFORE_RIGHTS,
  );
  const ungranted = later.flatMap((name) =>
    findUngrantedColumns(readFileSync(join(MIGRATIONS, name), 'utf8')),
  );
  const kept = keptColumns(
    readFileSync(join(MIGRATIONS, '../../../../deploy/postgres/server-role.sql'), 'utf8'),
  );
  expect(ungranted.filter((column) => !kept.has(column))).toEqual([]);
});

/** The columns that never change, from lines such as `('markets', 'insert, update', 'id title'),`. */
function keptColumns(rights: string): Set<string> {
  const lines = rights.matchAll(/\('(\w+)', '[\w, ]*', '([\w ]*)'\)/g);
  return new Set(
    [...lines].flatMap(([, table, columns = '']) => columns.split(' ').map((each) => `${table}.${each}`)),
  );
}

test('a column that never changes is among the kept ones', () => {
  expect([...keptColumns("('markets', 'insert, update', 'id title'),")]).toEqual([
    'markets.id',
    'markets.title',
  ]);
});

const ADDED = 'ALTER TABLE "markets" ADD COLUMN "halted" boolean;--> statement-breakpoint\n';
const grant = (columns: string, table = 'markets') =>
  `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tallystone_server') THEN
    GRANT UPDATE (${columns}) ON ${table} TO tallystone_server; END IF; END $$;`;

test.each([
  [ADDED, ['markets.halted']],
  [ADDED + grant('halted'), []],
  [ADDED + grant('"since", "halted"'), []],
  [ADDED + grant('since'), ['markets.halted']],
  [ADDED + grant('halted', 'bets'), ['markets.halted']],
  [`CREATE TABLE "markets" (id text);--> statement-breakpoint\n${ADDED}`, []],
  ['ALTER TABLE bets ADD COLUMN a int, ADD COLUMN b int;', ['bets.a', 'bets.b']],
])('%s', (migration, found) => {
  expect(findUngrantedColumns(migration)).toEqual(found);
});
