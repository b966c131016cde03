import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { houseDepositEntry } from '@tallystone/core/ledger/house-deposit-entry';
import { aMarket, fundTheHouse, type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import type { EscrowReader } from './escrow-figures.ts';
import { solvency } from './solvency.ts';

const ESCROW = `0x${'ab'.repeat(20)}` as const;
const TOKEN = `0x${'cd'.repeat(20)}` as const;
const BLOCK_AT = '2026-11-22T12:00:00.000Z';

let database: TestDatabase;
let market: TestMarket;
let clock = Date.now();
/** What the chain says about each block; it knows no other blocks. */
let chain: Map<bigint, { balance: number; reserved: number; setAside: number }>;

/** A chain that answers about blocks by their numbers. */
const reader: EscrowReader = {
  place: { chainId: 137, escrow: ESCROW },
  token: { address: TOKEN },
  balance: async (at) => usdc(known(at).balance),
  reserves: async (at) => {
    const { balance, reserved, setAside } = known(at);
    return { reserved: usdc(reserved), setAside: usdc(setAside), free: usdc(balance - reserved - setAside) };
  },
};

function known(at: bigint) {
  const figures = chain.get(at);
  if (figures === undefined) throw new Error(`block ${at} is not known`);
  return figures;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  market = await aMarket(database.db);
});
afterAll(() => database.close());
beforeEach(() => {
  chain = new Map([[7n, { balance: 500, reserved: 120, setAside: 3 }]]);
});

const look = (escrow: EscrowReader | null = reader): Promise<WireSolvency> => {
  clock += 60_000;
  return solvency(database.db, { mode: 'live', now: new Date(clock), checked: [], escrow });
};

test('before the chain is followed, it has no figures', async () => {
  expect((await look()).onChain).toBeNull();
});

test('the figures of the chain are next to those of the books', async () => {
  await transaction(database.db, async (tx) => {
    await recordEntries(tx, [{ key: 'house-deposit:7:0', entry: houseDepositEntry({ amount: usdc(500) }) }]);
    await tx.execute(sql`
      insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at)
      values (137, decode(${ESCROW.slice(2)}, 'hex'), 7, '\\x00', ${BLOCK_AT}::timestamptz)`);
  });
  expect((await look()).onChain).toEqual({
    chainId: 137,
    escrow: ESCROW,
    usdc: TOKEN,
    block: 7,
    at: BLOCK_AT,
    balance: 500,
    reserved: 120,
    setAside: 3,
    free: 377,
    booksSay: 500,
    agrees: true,
  });
});

test('a difference of one micro-USDC is shown', async () => {
  chain.set(7n, { balance: 499.999999, reserved: 120, setAside: 3 });
  expect((await look()).onChain).toMatchObject({ balance: 499.999999, booksSay: 500, agrees: false });
});

test('payments that the contract made before the books are subtracted', async () => {
  chain.set(7n, { balance: 470, reserved: 120, setAside: 3 });
  const undo = new Error('undo');
  await expect(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
        values (7, 1, '\\x00', '\\x00', 'BetPaid', '{}', clock_timestamp())`);
      await tx.execute(
        sql`insert into chain_outflows (block_number, log_index, amount) values (7, 1, 30000000)`,
      );
      // The reading is a savepoint within this transaction.
      clock += 60_000;
      const found = await solvency(tx, { mode: 'live', now: new Date(clock), checked: [], escrow: reader });
      expect(found.onChain).toMatchObject({ balance: 470, booksSay: 470, agrees: true });
      throw undo;
    }),
  ).rejects.toBe(undo);
});

test('a chain that does not answer leaves the other figures as they are', async () => {
  chain.clear();
  const found = await look();
  expect([found.onChain, found.mode, found.marketCount]).toEqual([null, 'live', 1]);
  expect((await look(null)).onChain).toBeNull();
});

test('pending bets count as if their stakes had arrived', async () => {
  await database.db.execute(sql`
    update outcomes set pending_returns = 90000000, pending_stakes = 40000000
    where market_id = ${market.marketId} and position = 1`);
  expect((await look()).markets).toMatchObject([{ escrow: 10_000, worstCase: 90, openStakes: 0 }]);
  await database.db.execute(sql`
    update outcomes set pending_returns = 70000000, pending_stakes = 60000000
    where market_id = ${market.marketId}`);
  // If the market is void, both bettors get their stakes back.
  expect((await look()).worstCase).toBe(120);
  await database.db.execute(sql`update outcomes set pending_returns = 0, pending_stakes = 0`);
});
