import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distributedSchema } from '@tallystone/testkit/database/distributed-schema.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { expect, test } from 'vitest';

const FILE = join(import.meta.dirname, '../../../deploy/distributed/schema.sql');

test('the schema for distributed databases is that of the migrations (npx vitest run -u writes it again)', async () => {
  const database = await createTestDatabase();
  try {
    await expect(await distributedSchema(database.url)).toMatchFileSnapshot(FILE);
  } finally {
    await database.close();
  }
});

test('the guide says of each table what it is spread by', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/operations/distributed.md'), 'utf8');
  const named = [...guide.matchAll(/^\| `(\w+)` /gm)].map(([, table]) => table);
  const made = [...readFileSync(FILE, 'utf8').matchAll(/^create table (\w+) /gm)].map(([, table]) => table);
  expect(named.sort()).toEqual(made.sort());
});
