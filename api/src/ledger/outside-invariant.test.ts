import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { fundTheHouse, usdc } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { checkInvariants } from './check-invariants.ts';
import { recordEntries } from './record-entries.ts';
import { newsSince, type Scope } from './sums.ts';

const ESCROW = 'ab'.repeat(20);
const WALLET = 'cd'.repeat(20);
const EVERYTHING: Scope = { kind: 'everything' };
const NEWS: Scope = newsSince('0');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterAll(() => database.close());

/** The invariants that the change breaks; all of it is rolled back afterwards. */
async function brokenBy(make: (tx: Tx) => Promise<unknown>, scope: Scope): Promise<number[]> {
  const undo = new Error('undo');
  let broken: number[] = [];
  await database.db
    .transaction(async (tx) => {
      await make(tx);
      const verdicts = await checkInvariants(tx, scope);
      broken = verdicts
        .filter(({ offenders }) => offenders.length > 0)
        .map(({ invariant }) => invariant.number);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

const deposit = (tx: Tx, key: string, amount: number) =>
  recordEntries(tx, [{ key, entry: houseDepositEntry({ amount: usdc(amount) }) }]);

/** USDC that moved to or from the escrow on the chain. */
const moved = (tx: Tx, logIndex: number, direction: 'to' | 'from', amount: number) =>
  tx.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    values (7, ${logIndex}, '\\x00', '\\x00', 'Transfer', jsonb_build_object(
      'from', ${direction === 'to' ? `0x${WALLET}` : `0x${ESCROW}`}::text,
      'to', ${direction === 'to' ? `0x${ESCROW}` : `0x${WALLET}`}::text,
      'value', ${usdc(amount).toString()}::text), clock_timestamp())`);

/** @param onChain the chain's balance in USDC, null if it was not asked about the block */
const stand = (tx: Tx, onChain: number | null) =>
  tx.execute(sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, chain_balance)
    values (137, decode(${ESCROW}, 'hex'), 7, '\\x00', clock_timestamp(),
      ${onChain === null ? null : usdc(onChain).toString()}::bigint)`);

describe.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['nothing was followed', async () => undefined],
  [
    'a deposit is in both',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await moved(tx, 0, 'to', 100);
      await stand(tx, 100);
    },
  ],
  [
    'the house had put something there before',
    async (tx) => {
      await deposit(tx, 'house-deposit:before', 40);
      await stand(tx, 40);
    },
  ],
  [
    'the contract paid what the books have not paid yet',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await moved(tx, 0, 'to', 100);
      await moved(tx, 1, 'from', 30);
      await tx.execute(sql`
        insert into chain_outflows (block_number, log_index, amount) values (7, 1, ${usdc(30).toString()}::bigint)`);
      await stand(tx, 70);
    },
  ],
  [
    'what came and what left could not be applied',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      for (const [at, direction, amount] of [
        [0, 'to', 100],
        [1, 'to', 50],
        [2, 'from', 20],
      ] as const)
        await moved(tx, at, direction, amount);
      await tx.execute(sql`
        insert into chain_unapplied (block_number, log_index, amount, problem)
        values (7, 1, ${usdc(50).toString()}::numeric, 'A test.'), (7, 2, ${(-usdc(20)).toString()}::numeric, 'A test.')`);
      await stand(tx, 130);
    },
  ],
])('the books agree with the chain when %s', (_, make) => {
  test.each([EVERYTHING, NEWS])('by a check of $kind', async (scope) => {
    expect(await brokenBy(make, scope)).toEqual([]);
  });
});

describe.each<[string, (tx: Tx) => Promise<unknown>, found: { everything: number[]; news: number[] }]>([
  [
    'the chain has a micro less',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await moved(tx, 0, 'to', 100);
      await stand(tx, 99.999999);
    },
    { everything: [11], news: [11] },
  ],
  [
    'the books say it of what never came',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await stand(tx, 0);
    },
    { everything: [11], news: [11] },
  ],
  [
    'what came is in no entry, at a block that the chain was not asked about',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await moved(tx, 0, 'to', 100);
      await moved(tx, 1, 'to', 0.000001);
      await stand(tx, null);
    },
    { everything: [11], news: [] },
  ],
  [
    'what left is in no entry',
    async (tx) => {
      await deposit(tx, 'house-deposit:7:0', 100);
      await moved(tx, 0, 'to', 100);
      await moved(tx, 1, 'from', 30);
      await stand(tx, 70);
    },
    // The chain's balance and the sum of its transfers both break the invariant, which is reported once.
    { everything: [11], news: [11] },
  ],
])('it is found when %s', (_, make, found) => {
  test('by a check of everything', async () => {
    expect(await brokenBy(make, EVERYTHING)).toEqual(found.everything);
  });

  test('by a check of what is new', async () => {
    expect(await brokenBy(make, NEWS)).toEqual(found.news);
  });
});
