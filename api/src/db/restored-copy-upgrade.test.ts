import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anOlderDatabase, recordOlderAudit } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { openLog } from '../http/open-log.ts';
import { RewoundBooks, requireLastHead } from '../ledger/chain-heads.ts';
import { headLine, NoHeads } from '../ledger/head-file.ts';
import { startServer } from '../start-server.ts';
import { rows } from './rows.ts';

let dataDir: string;
let file: string;
let database: TestDatabase;
let client: pg.Client;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'restored-copy-'));
  file = join(dataDir, 'chain-heads.log');
});
afterEach(async () => {
  await client.end();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const open = async (tag: string) => {
  ({ database, client } = await anOlderDatabase(tag));
};
const migrations = () => rows(database.db, sql`select created_at from drizzle.__drizzle_migrations`);
const audit = () => rows(database.db, sql`select action from audit order by audit.id`);
const change = () =>
  recordOlderAudit(database.db, {
    actor: { kind: 'system' },
    action: 'settings.change',
    subject: 'settings',
  });
const start = () =>
  startServer({
    config: parseConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url }),
    log: openLog('silent'),
    webApp: null,
  });

async function sealOne(at: string): Promise<void> {
  const auditId = await change();
  await client.query('set session_replication_role = replica');
  await client.query(`update audit set at = $1 where id = $2`, [at, auditId]);
  await client.query(
    `with made as (insert into entries (kind, key) values ('faucet-grant', $1) returning id)
     insert into seals (id, first_entry, last_entry, leaves, root, audit_id)
     select (select coalesce(max(id), 0) + 1 from seals), id, id, 1, $2, $1::bigint from made`,
    [auditId, Buffer.alloc(32)],
  );
  await client.query('set session_replication_role = origin');
}

// Before the audit, before the seals, and the one before the row that says from where on each seal has its head.
test.each(['0003_admin_and_feed', '0005_results', '0018_signed_markets'])(
  'a copy of the version before %s that lacks stored heads is refused unchanged',
  async (tag) => {
    await open(tag);
    const hasAudit = tag !== '0003_admin_and_feed';
    if (hasAudit) await change();
    const before = await migrations();
    writeFileSync(file, headLine({ at: new Date(), auditId: 999, hash: 'ab'.repeat(32) }));
    await expect(start()).rejects.toThrow(RewoundBooks);
    expect(await migrations()).toEqual(before);
    if (hasAudit) expect(await audit()).toEqual([{ action: 'settings.change' }]);
  },
);

test('restored books of an older version without their heads are refused unchanged', async () => {
  await open('0018_signed_markets');
  await sealOne('2026-11-01T12:00:00Z');
  const embedded = () => requireLastHead({ db: database.db, engine: 'embedded' }, file);
  // It may have been killed before it stored one, which happened once a minute.
  await sealOne('2026-11-01T12:00:30Z');
  expect(await embedded()).toBeNull();
  await sealOne('2026-11-01T12:03:00Z');
  await expect(embedded()).rejects.toThrow(NoHeads);
  expect(await audit()).toHaveLength(3);
  await expect(requireLastHead(database, file)).resolves.toContain('Where this data folder is new');
});

test('books of any version, and a new database, go on without heads if none had to be stored', async () => {
  await open('0018_signed_markets');
  await sealOne('2026-11-01T12:00:00Z');
  await sealOne('2026-11-01T12:00:30Z');
  const embedded = () => requireLastHead({ db: database.db, engine: 'embedded' }, file);
  expect(await embedded()).toBeNull();
  await database.migrate();
  expect(await embedded()).toBeNull();
  for (const schema of ['public', 'drizzle']) await client.query(`drop schema ${schema} cascade`);
  await client.query('create schema public');
  expect(await embedded()).toBeNull();
  await database.migrate();
  expect(await embedded()).toBeNull();
});
