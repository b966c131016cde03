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
import type { Db } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { hasOpenBetsFrom } from './has-open-bets-from.ts';

/** The feed's updates ask this of each market, in a transaction that a few seconds end. */

let database: TestDatabase;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  market = await aFeedMarket(database.db, { odds: [2, 2] });
  const { marketId, outcomeIds } = market;
  const terms = { marketId, outcomeId: outcomeIds[0] ?? '', amount: 1, odds: 2 };
  await placeBet(aBettingProcess(database.db), aBet(await aBettor(database.db), terms));
});
afterAll(() => database.close());

const BETS = 5000;
/** The bet again and again, each a second earlier. */
const crowd = sql`
  insert into bets overriding system value
  select r.* from bets b cross join generate_series(1, ${BETS}::int) n cross join lateral jsonb_populate_record(b, jsonb_build_object(
    'id', b.id || n, 'seq', b.seq + n, 'entry_id', b.entry_id + n, 'market_version', b.market_version + n, 'quote_id', null,
    'idempotency_key', null, 'placed_at', b.placed_at - n * interval '1 second')) r`;

const ask = (db: Db, moment: SQL): Promise<boolean> =>
  value(db, col.bool, sql`select ${hasOpenBetsFrom(moment)} from markets m where m.id = ${market.marketId}`);

test.each([
  ['no moment', sql`null::timestamptz`, false],
  ['a moment after all bets', sql`(clock_timestamp() + interval '1 minute')`, false],
  ['the moment of the latest bet', sql`(select max(b.placed_at) from bets b)`, true],
])('with %s, few of the bets of a market are read', async (_what, moment, expected) => {
  await undone(database.db, async (tx) => {
    await tx.execute(crowd);
    const found: boolean[] = [];
    // As the feed's update gives it: a column, whose value the plan doesn't know.
    const read = await countRowsRead(tx, async (db) => {
      found.push(
        await value(
          db,
          col.bool,
          sql`
            with c as materialized (select ${moment} as moment)
            select ${hasOpenBetsFrom(sql`c.moment`)} from markets m, c where m.id = ${market.marketId}`,
        ),
      );
    });
    expect(found).toEqual([expected]);
    expect(read).toBeLessThan(expected ? 2 * BETS : BETS / 50);
  });
});

test('a bet that has ended does not count', async () => {
  expect(await ask(database.db, sql`'-infinity'::timestamptz`)).toBe(true);
  await undone(database.db, async (tx) => {
    await tx.execute(sql`
      insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
      select b.id, b.market_id, b.user_id, 'refund', b.stake, b.entry_id, now() from bets b`);
    expect(await ask(tx, sql`'-infinity'::timestamptz`)).toBe(false);
  });
});
