import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const API = join(import.meta.dirname, '../api/src');

/**
 * SQL that databases lack which keep one set of tables on several machines, the files of the server that still use it, and
 * why. These lists only get shorter.
 */
const USES: { name: string; pattern: RegExp; why: string; files: string[] }[] = [
  {
    name: 'advisory locks',
    pattern: /\bpg_(?:try_)?advisory_/,
    why: 'Migrations take turns. The migration takes the locks of 0.1.0 on databases that it has used.',
    files: ['db/migrate.ts', 'db/migrations/0023_named_locks.sql'],
  },
  {
    name: 'messages',
    pattern: /\bpg_notify\b|\bLISTEN \$/,
    why: 'Without NATS, PostgreSQL sends the messages between processes.',
    files: ['db/listen-on-postgres.ts', 'db/notifying.ts'],
  },
  {
    name: 'numbers of transactions',
    pattern: /\bpg_current_(?:xact_id|snapshot)\b|\bpg_snapshot_|\btxid_|\bxid8?\b|\bx(?:min|max)\b/,
    why: 'Servers of 0.1.0 follow them: databases that they used have them, and seals wait for their transactions, too.',
    files: [
      'db/migrations/0006_stream.sql',
      'db/migrations/0008_live_bets.sql',
      'db/migrations/0022_limits_change_accounts.sql',
      'db/migrations/0024_epochs.sql',
      'db/schema/bets.ts',
      'db/schema/columns.ts',
      'ledger/seal-books.ts',
    ],
  },
  {
    name: 'triggers that read all rows of a statement',
    pattern: /\bREFERENCING (?:NEW|OLD) TABLE\b/i,
    why: 'Postings and ends belong to their entries, and points are kept for a day. Where 0.1.0 was, minutes count bets.',
    files: [
      'db/migrations/0005_results.sql',
      'db/migrations/0007_price_history.sql',
      'db/migrations/0011_every_start.sql',
    ],
  },
  {
    name: 'constraints for which nulls are equal',
    pattern: /\bNULLS NOT DISTINCT\b|\bnullsNotDistinct\b/i,
    why: '0.1.0 names accounts_owner when it opens accounts.',
    files: ['db/migrations/0000_init.sql', 'db/schema/ledger.ts'],
  },
  {
    name: 'updates to what each row computes differently',
    // A call in a condition counts too, unless it is a subquery of its own, which runs once.
    pattern:
      /\bupdate\b(?:(?!`|;|\binsert\b|\bselect\b)[\s\S])*?\bset\b[^`;]*?(?<!\(select )\b(?:clock_timestamp|random|gen_random_uuid|nextval)\(/i,
    why: 'None does: a statement reads the clock once, before it changes rows (db/read-clock.ts).',
    files: [],
  },
];

const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*|--).*$/gm, '');

const sources = readdirSync(API, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.(?:ts|sql)$/.test(name))
  .sort()
  .map((name) => ({ name, text: withoutComments(readFileSync(join(API, name), 'utf8')) }));

test.each(USES)('only files that are listed use $name', ({ pattern, files }) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual(files);
});
