import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstReplaced, listOpenSlots } from './relay-store.ts';

const RELAYER = `0x${'aa'.repeat(20)}` as const;
const FINALISER = `0x${'bb'.repeat(20)}` as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('only transactions that can be restored have a place in the old order', async () => {
  const { db } = database;
  await db.execute(sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, replaced_by)
    values (137, '\\x00', 210, '\\x01', clock_timestamp(), '\\x02')`);
  // One skipped a bet and paid others; one logged nothing, so its call keeps its first block.
  await db.execute(sql`
    insert into chain_calls (key, role, data, gas, signer, nonce, state, tx_hash, block_number)
    values ('pays', 'relayer', '\\x', 1, decode(${RELAYER.slice(2)}, 'hex'), 7, 'final', sha256('pays'), 100),
      ('says nothing', 'relayer', '\\x', 1, decode(${RELAYER.slice(2)}, 'hex'), 8, 'final', sha256('says nothing'), 110),
      ('finalises', 'finaliser', '\\x', 1, decode(${FINALISER.slice(2)}, 'hex'), 3, 'final', sha256('finalises'), 195)`);
  await db.execute(sql`
    insert into chain_transactions (signer, nonce, attempt, call_id, raw, hash, max_fee)
    select signer, nonce, 1, id, '\\x', tx_hash, 1 from chain_calls`);
  await db.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    values (100, 0, sha256('100'), sha256('pays'), 'BetSkipped', '{}', clock_timestamp()),
      (195, 0, sha256('195'), sha256('finalises'), 'ResultFinalised', '{}', clock_timestamp()),
      (200, 4, sha256('200'), sha256('pays'), 'BetPaid', '{}', clock_timestamp())`);

  const open = await listOpenSlots(db, { signer: RELAYER, fromNonce: 7 });
  expect(open.map(({ nonce, wasFinal, place }) => ({ nonce, wasFinal, place }))).toEqual([
    { nonce: 7, wasFinal: true, place: { block: 200n, logIndex: 4 } },
    { nonce: 8, wasFinal: true, place: null },
  ]);
  const first = (fromNonce: number) => firstReplaced(db, [{ signer: RELAYER, fromNonce }]);
  expect(await firstReplaced(db, [{ signer: FINALISER, fromNonce: 3 }])).toEqual({
    block: 195n,
    logIndex: 0,
  });
  expect(await first(7)).toEqual({ block: 200n, logIndex: 4 });
  expect(await first(8)).toBeNull();
});
