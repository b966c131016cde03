import { anOlderDatabase, recordOlderAudit } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replayAudit } from '../audit/replay-audit.ts';
import { selectKnownStarts } from '../betting/replay-store.ts';
import { hasLateStart, hasOpenLateBets, selectLateStarts } from '../markets/late-starts.ts';
import { rows } from './rows.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  ({ database, client } = await anOlderDatabase('0019_late_starts'));
  const change = { action: 'markets.close', subject: '0 markets', after: {} };
  await recordOlderAudit(database.db, { actor: { kind: 'system' }, ...change });
});
afterEach(async () => {
  await client.end();
  await database.close();
});

test('the upgrade notes markets that wait without an answer of the feed, and does not take that for an answer', async () => {
  const from = new Date('2026-11-01T12:00:00.123Z');
  // Other columns that a market needs.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into markets (id, title, description, source, category, subcategory, pricing, state, premium, closes_at, ends_at, loss_budget, funded, late_from)
     values ('m_a', 'A', '', 'custom', 'sports', '', 'lmsr', 'closed', false, now(), now(), 1000000000, 1000000000, $1)`,
    [from],
  );
  await database.migrate();
  expect((await replayAudit(database.db)).broken).toBeNull();
  const { starts, before, left } = await selectKnownStarts(database.db, sql`audit`);
  expect({ starts: starts.size, before: before.size, left: left.get('m_a') }).toEqual({
    starts: 0,
    before: 0,
    left: from,
  });
  expect(await selectLateStarts(database.db, 'm_a')).toEqual([]);
});

test('books without waiting markets get no row, and the answers of the feed have an index', async () => {
  await database.migrate();
  expect(await rows(database.db, sql`select action from audit`)).toEqual([{ action: 'markets.close' }]);
  await transaction(database.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    for (const query of [
      sql`select m.id from markets m where m.id = 'm_a' and ${hasOpenLateBets}`,
      sql`select m.id from markets m where ${hasLateStart}`,
    ]) {
      expect(JSON.stringify(await rows(tx, sql`explain ${query}`))).toContain('audit_late_starts');
    }
  });
});
