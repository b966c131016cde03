import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findMissingTables } from './find-missing-tables.ts';
import { col, rows } from './rows.ts';

test('each table is reported as missing when it is gone', async () => {
  const database = await createTestDatabase();
  const tables = await rows(
    database.db,
    { name: col.text },
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  expect(await findMissingTables(database.db)).toEqual([]);
  for (const { name } of tables) {
    await database.db.execute(sql.raw(`alter table "${name}" rename to "away_${name}"`));
  }
  expect((await findMissingTables(database.db)).sort()).toEqual(tables.map(({ name }) => name).sort());
  await database.close();
});
