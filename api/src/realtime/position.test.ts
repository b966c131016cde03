import { isOfOneServer } from '@tallystone/core/stream-position';
import { createTestDatabase, openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { col, value } from '../db/rows.ts';
import { parsePosition, positionNow } from './position.ts';

test.each([
  ['0', 0n],
  ['750', 750n],
  ['00750', 750n],
  ['18446744073709551615', 2n ** 64n - 1n],
])('%s is a position', (text, position) => {
  expect(parsePosition(text)).toBe(position);
});

test.each(['', ' 1', '-1', '1.0', '1e3', '0x1', 'abc', '18446744073709551616', '9'.repeat(21), '１'])(
  '%j is none',
  (text) => {
    expect(parsePosition(text)).toBeNull();
  },
);

test('positions of all machines of one database are of one server if a setting names a moment for it', async () => {
  const database = await createTestDatabase();
  const since = (moment: string) => {
    const url = new URL(database.url);
    url.searchParams.set('options', `-c tallystone.epochs_since=${moment}`);
    return openPatiently(url.href);
  };
  // The setting of a session is all that a machine could differ in here.
  const [one, other, later] = await Promise.all([
    since('2026-11-27'),
    since('2026-11-27'),
    since('2026-11-28'),
  ]);
  try {
    const [first, second, third, unset] = await Promise.all(
      [one, other, later, database].map(async ({ db }) =>
        BigInt(await value(db, col.text, sql`select ${positionNow}`)),
      ),
    );
    if (first === undefined || second === undefined || third === undefined || unset === undefined)
      throw new Error('expected four positions');
    expect(isOfOneServer(first, second)).toBe(true);
    expect(isOfOneServer(first, third)).toBe(false);
    expect(isOfOneServer(first, unset)).toBe(false);
  } finally {
    await Promise.all([one, other, later].map((each) => each.close()));
    await database.close();
  }
});
