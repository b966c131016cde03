import { fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnsealed } from './find-unsealed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterAll(() => database.close());

/** The sentence about entries recorded this many seconds ago, none of them sealed. */
const findAfter = (secondsAgo: readonly number[]) =>
  undone(database.db, async (tx) => {
    await tx.execute(sql`truncate entries cascade`);
    await tx.execute(sql`
      insert into entries (id, kind, key, recorded_at) overriding system value
      select place, 'faucet-grant', 'test:' || place, now() - seconds * interval '1 second'
      from json_array_elements_text(${JSON.stringify(secondsAgo)}::json) with ordinality as e(text, place)
      cross join lateral (select text::float8 as seconds) s`);
    return findUnsealed(tx);
  });

const every = (seconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => (count - index) * seconds);

test('entries that a server left unsealed when it stopped, however long ago, are not reported', async () => {
  expect(await findAfter([90_000, 89_999, 89_998, 3, 2, 1])).toBeNull();
  expect(await findAfter(every(0.01, 5000))).toBeNull();
  expect(await findAfter([])).toBeNull();
});

test('entries without a seal are reported if more were recorded for minutes', async () => {
  expect(await findAfter(every(1, 200))).toMatch(
    /^200 entries from 1 on have no seal, though they were recorded over at least 199 seconds/,
  );
  // One a minute: each pause counts as ten seconds.
  expect(await findAfter(every(60, 14))).toContain('over at least 130 seconds');
});
