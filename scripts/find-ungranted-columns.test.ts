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
  const isKept = keptBy(
    readFileSync(join(MIGRATIONS, '../../../../deploy/postgres/server-role.sql'), 'utf8'),
  );
  expect(ungranted.filter((column) => !isKept(column))).toEqual([]);
});

/**
 * Whether a column never changes: its row doesn't, as in `('bets', 'insert', ''),`, or it is named, as in
 * `('markets', 'insert, update', 'id title'),`.
 */
function keptBy(rights: string): (column: string) => boolean {
  const lines = [...rights.matchAll(/\('(\w+)', '([\w, ]*)', '([\w ]*)'\)/g)];
  const history = new Set(lines.flatMap(([, table, may]) => (may === 'insert' ? [table] : [])));
  const kept = new Set(
    lines.flatMap(([, table, , columns = '']) => columns.split(' ').map((each) => `${table}.${each}`)),
  );
  return (column) => kept.has(column) || history.has(column.split('.')[0]);
}

test('a column that never changes needs no right', () => {
  const isKept = keptBy("('markets', 'insert, update', 'id title'), ('bets', 'insert', ''),");
  const columns = ['markets.id', 'markets.title', 'markets.halted', 'bets.a', 'games.id'];
  expect(columns.filter(isKept)).toEqual(['markets.id', 'markets.title', 'bets.a']);
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
