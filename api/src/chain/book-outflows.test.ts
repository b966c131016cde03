import { stakeReceivedEntry } from '@tallystone/core/ledger/stake-received-entry';
import { aBettor, usdc } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { openHouse } from '../practice/open-house.ts';
import { bookAllOutflows } from './book-outflows.ts';

/** Outflows that the books cannot cover yet. Tested on the books alone, without a chain. */
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
});
afterEach(() => database.close());

async function aUserWith(amount: ReturnType<typeof usdc>): Promise<{ userId: string; entryId: string }> {
  const { session } = await aBettor(database.db, { funds: usdc(0) });
  const { userId } = session;
  const entries = await transaction(database.db, (tx) =>
    recordEntries(tx, [{ key: `test:${userId}`, entry: stakeReceivedEntry({ userId, stake: amount }) }]),
  );
  return { userId, entryId: entries.get(`test:${userId}`) ?? '' };
}

/** A number of payments of one USDC each, in one block. */
async function anOutflow(
  block: number,
  { userId, betId = null, count = 1 }: { userId: string; betId?: string | null; count?: number },
): Promise<void> {
  const name = betId === null ? 'SetAsideClaimed' : 'BetPaid';
  await database.db.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    select ${block}, i, '\\x00', '\\x00', ${name}, '{}', clock_timestamp() from generate_series(1, ${count}::int) i`);
  await database.db.execute(sql`
    insert into chain_outflows (block_number, log_index, user_id, bet_id, amount)
    select ${block}, i, ${userId}, ${betId}, 1000000 from generate_series(1, ${count}::int) i`);
}

const booked = async () =>
  (
    await rows(
      database.db,
      { block: col.text },
      sql`
        select block_number::text as block from chain_outflows where entry_id is not null
        order by block_number, log_index`,
    )
  ).map(({ block }) => Number(block));

test('an outflow that can be booked is booked, however many before it cannot', async () => {
  const [poor, rich] = [await aUserWith(usdc(1)), await aUserWith(usdc(2))];
  await anOutflow(1, { ...poor, count: 4500 });
  await anOutflow(2, rich);
  await bookAllOutflows(database.db);
  expect(await booked()).toEqual([1, 2]);
});

test('the payment of a bet waits for the end of that bet, and takes no money of other bets', async () => {
  const user = await aUserWith(usdc(1));
  await anOutflow(1, { ...user, betId: 'b_early' });
  await anOutflow(2, { ...user, betId: 'b_ended' });
  const end = (betId: string) =>
    database.db.execute(sql`
      insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
      values (${betId}, 'm_any', ${user.userId}, 'payout', 1000000, ${user.entryId}::bigint, clock_timestamp())`);
  await end('b_ended');
  await bookAllOutflows(database.db);
  expect(await booked()).toEqual([2]);
});
