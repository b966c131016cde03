import { aTestChain, follow, type TestChain } from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode } from '@tallystone/testkit/chain/lying-node.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { hexToBigInt } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { openHouse } from '../practice/open-house.ts';
import { bookedBalance, readCursor } from './cursor-store.ts';
import { openCursor } from './open-cursor.ts';

let chain: TestChain;
let node: LyingNode;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  chain = await aTestChain();
  node = await aLyingNode(chain.rpcUrl);
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
  await database.close();
});

test('a server that starts long after the deployment needs no archive node', async () => {
  const { db } = database;
  await chain.rpc('anvil_mine', ['0x898']);
  const escrow = chain.connect(node.url);
  const { latest, finalized } = await escrow.head();
  expect(finalized.number).toBeGreaterThan(chain.escrowBlock + 2100n);
  // Like a node that keeps the states of the newest 128 blocks.
  node.lie(({ method, params, result }) => {
    const [, at] = params;
    if (method === 'eth_call' && typeof at === 'string' && at.startsWith('0x')) {
      if (hexToBigInt(at as `0x${string}`) + 128n < latest.number) throw new Error('missing trie node');
    }
    return result;
  });
  await openCursor(db, escrow);
  const [opened] = await rows(
    db,
    { held: col.text },
    sql`select chain_balance::text as held from chain_cursor`,
  );
  expect(opened?.held).toBe('0');
  await follow(db, escrow);
  expect((await readCursor(db)).number).toBe(finalized.number);
  expect(await bookedBalance(db)).toBe(1_000_000n * 1_000_000n);
});
