import {
  aBet,
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { countRowsRead } from '@tallystone/testkit/database/rows-read.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '../betting/place-bet.ts';
import { betsInOrder } from '../betting/replay-store.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { paymentsOf } from '../settlement/settle-store.ts';

/**
 * The statistics of the database are from before a market had bets, as for most markets that are paid. It then expects one sold
 * part, and a join that depends on that compares each bet with each of them.
 */

let database: TestDatabase;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  market = await aFeedMarket(database.db, { odds: [2, 2] });
  const { marketId, outcomeIds } = market;
  const terms = { marketId, outcomeId: outcomeIds[0] ?? '', amount: 20, odds: 2 };
  await placeBet(aBettingProcess(database.db), aBet(await aBettor(database.db), terms));
});
afterAll(() => database.close());

const BETS = 2000;
const NUMBERED = sql`jsonb_build_object('quote_id', null, 'idempotency_key', null, 'seq', b.seq + n, 'entry_id', b.entry_id + n,
  'market_version', b.market_version + n)`;
/** The bet on many other markets. */
const others = sql`
  insert into bets overriding system value
  select r.* from bets b cross join generate_series(${BETS}::int + 1, 3 * ${BETS}::int) n cross join lateral
    jsonb_populate_record(b, ${NUMBERED} || jsonb_build_object('id', b.id || n, 'market_id', 'm_' || n % 80)) r`;
/** The bet again and again on its market. */
const crowd = () => sql`
  insert into bets overriding system value
  select r.* from bets b cross join generate_series(1, ${BETS}::int) n cross join lateral
    jsonb_populate_record(b, ${NUMBERED} || jsonb_build_object('id', b.id || n)) r
  where b.market_id = ${market.marketId} and b.market_version = 2`;
/** A part of 1 USDC of each bet on these markets. */
const partsOf = (markets: SQL) => sql`
  insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
    signed_text, signature, signed_hash)
  select b.id, b.stake, 1000000, 2000000, 900000, b.market_id, b.user_id, 1000000 + b.entry_id, b.placed_at,
    1000000 + b.market_version, '', '', ''
  from bets b where ${markets}`;

const settle = (db: Db) =>
  rows(
    db,
    { betId: col.text, userId: col.text, amount: col.usdc },
    paymentsOf({ marketId: market.marketId, result: { kind: 'void' }, from: '0', through: '1000000' }),
  );
const replay = async (db: Db) => {
  const bets = [];
  for await (const { stakeLeft: amount } of betsInOrder(db, { marketId: market.marketId, pageBets: 500 }))
    bets.push({ amount });
  return bets;
};

test.each([
  ['settled', settle],
  ['replayed', replay],
])('each bet of a market that is %s is read once with its sold parts', async (_what, work) => {
  await undone(database.db, async (tx) => {
    await tx.execute(others);
    await tx.execute(partsOf(sql`b.market_id <> ${market.marketId}`));
    const found: { amount: bigint }[] = [];
    const read = await countRowsRead(tx, async (db) => {
      await tx.execute(crowd());
      await tx.execute(partsOf(sql`b.market_id = ${market.marketId}`));
      found.push(...(await work(db)));
    });
    expect(found.map(({ amount }) => amount)).toEqual(Array.from({ length: BETS + 1 }, () => 19_000_000n));
    expect(read).toBeLessThan(30 * BETS);
  });
});
