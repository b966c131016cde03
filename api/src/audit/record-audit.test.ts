import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { tried } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { auditHash, LONGEST_VALUE, recordAudit } from './record-audit.ts';

const record = (database: Database, change: Partial<Parameters<typeof recordAudit>[1]> = {}) =>
  transaction(database.db, (tx) =>
    recordAudit(tx, { actor: { kind: 'system' }, action: 'test.change', subject: 'x', ...change }),
  );

/** Ids of rows whose hash doesn't follow from their content and the previous row. */
const brokenLinks = ({ db }: Database) =>
  rows(
    db,
    { id: col.text },
    sql`
      with linked as (
        select a.*, coalesce(lag(a.hash) over (order by a.id), '\\x'::bytea) as hash_before from audit a
      )
      select id::text from linked where hash <> ${auditHash(sql`linked`)}`,
  );

const storedIds = async ({ db }: Database) =>
  (await rows(db, { id: col.text }, sql`select id::text from audit order by audit.id`)).map(({ id }) =>
    Number(id),
  );

describe.each(testEngines)('the audit on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  let before: number;
  beforeEach(async () => {
    before = (await storedIds(database)).length;
  });

  test('chains each row to the previous one, whatever was written', async () => {
    for (const value of [undefined, null, 0, 'text', [1, { a: ['é', '"', "'", '\\'] }], { cap: 12.5 }]) {
      await record(database, { before: value, after: value, reason: 'Because of "this" \\ that' });
    }
    expect(await brokenLinks(database)).toEqual([]);
    expect(await storedIds(database)).toEqual(Array.from({ length: before + 6 }, (_, i) => i + 1));
  });

  test('a changed row and a removed row would be detected', async () => {
    for (let i = 0; i < 3; i++) await record(database);
    const tampered = transaction(database.db, async (tx) => {
      await tx.execute(sql`alter table audit disable trigger user`);
      await tx.execute(sql`update audit set subject = 'y' where id = (select max(id) - 1 from audit)`);
      const changed = await brokenLinks({ ...database, db: tx });
      await tx.execute(sql`update audit set subject = 'x' where id = (select max(id) - 1 from audit)`);
      await tx.execute(sql`delete from audit where id = (select max(id) - 1 from audit)`);
      const removed = await brokenLinks({ ...database, db: tx });
      throw Object.assign(new Error('undone'), { changed, removed });
    });
    await expect(tampered).rejects.toMatchObject({ changed: [{}], removed: [{}] });
    expect(await brokenLinks(database)).toEqual([]);
  });

  test('refuses to change, delete or truncate its rows', async () => {
    await record(database);
    const kept = await storedIds(database);
    for (const change of [
      sql`update audit set reason = 'another'`,
      sql`delete from audit`,
      sql`truncate audit`,
    ]) {
      await expect(tried(database.db, change)).rejects.toThrow();
    }
    expect(await storedIds(database)).toEqual(kept);
  });

  test('a rolled-back change leaves no row and no gap', async () => {
    const undone = transaction(database.db, async (tx) => {
      await recordAudit(tx, { actor: { kind: 'command-line' }, action: 'test.undone', subject: 'x' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await record(database);
    expect(await storedIds(database)).toEqual(Array.from({ length: before + 1 }, (_, i) => i + 1));
    expect(await brokenLinks(database)).toEqual([]);
  });

  test('simultaneous writers take turns', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => record(database, { subject: `writer ${i}` })));
    expect(await storedIds(database)).toEqual(Array.from({ length: before + 40 }, (_, i) => i + 1));
    expect(await brokenLinks(database)).toEqual([]);
  });

  test('a long value is stored as its beginning and hash', async () => {
    await record(database, { before: 'x'.repeat(LONGEST_VALUE - 2), after: 'y'.repeat(LONGEST_VALUE) });
    const [row] = await rows(
      database.db,
      { before: col.json, after: col.json },
      sql`select before, after from audit order by id desc limit 1`,
    );
    expect(row?.before).toHaveLength(LONGEST_VALUE - 2);
    expect(row?.after).toEqual({
      characters: LONGEST_VALUE + 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      begins: expect.stringMatching(/^"y{999}$/),
    });
  });

  test('a signed act is refused if a value would be cut', async () => {
    const signed = { text: 'I do it.', signature: '00' };
    const long = 'x'.repeat(LONGEST_VALUE);
    const kept = await storedIds(database);
    for (const change of [{ before: long, after: { signed } }, { after: { signed, long } }]) {
      await expect(record(database, change)).rejects.toThrow(/no room for the signed act test\.change of x/);
    }
    expect(await storedIds(database)).toEqual(kept);
  });

  test('text that JSON in the database can’t store doesn’t fail the change', async () => {
    await record(database, { after: { a: 'x\0y', b: '\ud800z', c: '\\u0000', d: '😀' } });
    const [row] = await rows(
      database.db,
      { after: col.json },
      sql`select after from audit order by id desc limit 1`,
    );
    expect(row?.after).toEqual({ a: 'xy', b: 'z', c: '\\u0000', d: '😀' });
  });
});
