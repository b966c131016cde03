import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import pg from 'pg';
import { expect, test } from 'vitest';

test('a listener that cannot reconnect reports it, and reconnects once it can', async () => {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // A database can't be closed to connections from a connection to itself.
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: elsewhere.href });
  await admin.connect();
  const heard: string[] = [];
  const stop = await database.listen('tallystone_test', {
    onMessage: () => undefined,
    onGap: () => heard.push('back'),
    onLost: () => heard.push('lost'),
  });
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'tallystone-listen'`,
    [name],
  );
  await expect.poll(() => heard).toContain('lost');
  expect(heard).not.toContain('back');
  await admin.query(`alter database ${name} with allow_connections true`);
  await expect.poll(() => heard).toContain('back');
  await stop();
  await admin.end();
  await database.close();
});
