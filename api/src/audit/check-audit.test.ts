import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { col, row } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordAudit } from './record-audit.ts';

/** What operators run on a copy: docs/operations/retention.md. */
const CHECK = readFileSync(join(import.meta.dirname, '../../../deploy/check-audit.sql'), 'utf8')
  .trim()
  .replace(/;$/, '');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const subject of ['one', 'two', 'three', 'four']) {
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'test', subject, after: { note: 'ä "quoted"' } }),
    );
  }
});
afterAll(() => database.close());

/** What the check finds after a change, which is undone. */
const findAfter = (change: SQL) =>
  undone(database.db, async (tx) => {
    await tx.execute(change);
    return row(
      tx,
      { rows: col.text, firstWrong: col.text.orNull, head: col.text },
      sql`select rows::text as rows, first_wrong::text as first_wrong, head from (${sql.raw(CHECK)}) c`,
    );
  });

test('a whole copy and the end of one hold, and the head is the newest hash', async () => {
  const newest = await row(
    database.db,
    { hash: col.text },
    sql`select encode(hash, 'hex') as hash from audit order by id desc limit 1`,
  );
  expect(await findAfter(sql`select 1`)).toEqual({ rows: '4', firstWrong: null, head: newest.hash });
  expect(await findAfter(sql`delete from audit where id < 3`)).toMatchObject({ rows: '2', firstWrong: null });
});

test('a changed row, a missing one and a wrong first one are found', async () => {
  expect(await findAfter(sql`update audit set reason = 'x' where id = 3`)).toMatchObject({ firstWrong: '3' });
  expect(await findAfter(sql`delete from audit where id = 2`)).toMatchObject({ firstWrong: '3' });
  expect(await findAfter(sql`update audit set subject = 'x' where id = 1`)).toMatchObject({
    firstWrong: '1',
  });
});
