import { setImmediate } from 'node:timers/promises';
import { escrowPayments } from '@tallystone/core/ledger/escrow-payments';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { wrongAccounts } from '@tallystone/testkit/betting/settling.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '../betting/place-bet.ts';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { payOutBets } from './pay-out-bets.ts';

let database: TestDatabase;
let betting: TestBetting;
let market: TestMarket;
let bettors: TestBettor[];
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  market = await aMarket(database.db);
  bettors = [await aBettor(database.db), await aBettor(database.db)];
});
afterAll(() => database.close());

async function placed(bettor: TestBettor | undefined, amount: number, on = market) {
  if (bettor === undefined) throw new Error('there is no such bettor');
  const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market: on, amount }));
  return { id, userId: bettor.session.userId, amount: usdc(amount) };
}

const stakesOf = (
  tx: Tx,
  {
    of = market,
    ids,
    key,
    marketVersion = null,
  }: { of?: TestMarket; ids: readonly string[]; key: string; marketVersion?: number | null },
) =>
  payOutBets(tx, {
    marketId: of.marketId,
    kind: 'settlement',
    key,
    ending: { kind: 'refund', marketVersion },
    payments: sql`
      select id as bet_id, user_id, stake as amount from bets
      where id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  });

const payStakes = (ids: readonly string[], key: string, marketVersion: number | null = null) =>
  transaction(database.db, (tx) => stakesOf(tx, { ids, key, marketVersion }));

const postingsOf = (key: string) =>
  rows(
    database.db,
    { user_id: col.text, amount: col.text, from_market: col.text },
    sql`
      select t.user_id, p.amount::text, f.market_id as from_market
      from entries n join postings p on p.entry_id = n.id
      join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where n.key = ${key} order by p.id`,
  );
const fundsOf = async () => {
  const found = await rows(
    database.db,
    { userId: col.text, balance: col.usdc },
    sql`select user_id, balance from accounts where kind = 'user'`,
  );
  return bettors.map(({ session }) => found.find(({ userId }) => userId === session.userId)?.balance ?? 0n);
};

/** Until a transaction waits for a row that another one has changed. */
async function untilOneWaits(): Promise<void> {
  const waiting = sql`
    select from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`;
  while ((await rows(database.db, waiting)).length === 0) await setImmediate();
}

const balances = () =>
  rows(database.db, sql`select id::text, balance::text from accounts where balance <> 0 order by id`);

test('it writes the postings that core makes from the payments, and an end for each bet', async () => {
  const bets = [await placed(bettors[0], 3), await placed(bettors[1], 4), await placed(bettors[0], 5)];
  const paid = await payStakes(
    bets.map(({ id }) => id),
    'test:first',
    7,
  );
  expect(paid).toEqual({ bets: 3, amount: usdc(12) });
  const expected = escrowPayments(market.marketId, bets).map(({ to, amount }) => ({
    user_id: to.kind === 'user' ? to.userId : '',
    amount: String(amount),
    from_market: market.marketId,
  }));
  expect(await postingsOf('test:first')).toEqual(expected);
  const ends = await rows(
    database.db,
    sql`
      select e.bet_id, e.user_id, e.market_id, e.kind, e.amount::text, e.market_version::int, n.key,
        e.ended_at = date_trunc('milliseconds', e.ended_at) as is_whole
      from bet_endings e join entries n on n.id = e.entry_id join bets b on b.id = e.bet_id order by b.seq`,
  );
  expect(ends).toEqual(
    bets.map(({ id, userId, amount }) => ({
      bet_id: id,
      user_id: userId,
      market_id: market.marketId,
      kind: 'refund',
      amount: String(amount),
      market_version: 7,
      key: 'test:first',
      is_whole: true,
    })),
  );
});

/** How PostgreSQL may join accounts with the changes of their balances: by the index if there are many accounts. */
const PLANS = {
  'by the index': ['seqscan', 'hashjoin', 'mergejoin'],
  'with a hash': ['mergejoin', 'nestloop'],
  merged: ['hashjoin', 'nestloop'],
};

test.each(Object.entries(PLANS))(
  'two markets that pay the same users at once change each balance for both, joined %s',
  async (name, switchedOff) => {
    const others = await aMarket(database.db);
    const bets = [(await placed(bettors[0], 3)).id, (await placed(bettors[1], 4)).id];
    const more = [(await placed(bettors[0], 5, others)).id, (await placed(bettors[1], 6, others)).id];
    const before = await fundsOf();
    let second: Promise<unknown> | null = null;
    await transaction(database.db, async (tx) => {
      await stakesOf(tx, { ids: bets, key: `test:first ${name}` });
      second = transaction(database.db, async (beside) => {
        for (const way of switchedOff) await beside.execute(sql.raw(`set local enable_${way} = off`));
        await stakesOf(beside, { of: others, ids: more, key: `test:second ${name}` });
      });
      // It comes to accounts that the first has changed and not committed.
      await untilOneWaits();
    });
    await second;
    expect(await fundsOf()).toEqual(before.map((funds, i) => funds + usdc(i === 0 ? 8 : 10)));
    expect(await wrongAccounts(database.db)).toEqual([]);
  },
);

test('without payments it writes nothing', async () => {
  const before = await balances();
  expect(await payStakes([], 'test:nobody')).toEqual({ bets: 0, amount: 0n });
  expect(await rows(database.db, sql`select from entries where key = 'test:nobody'`)).toEqual([]);
  expect(await balances()).toEqual(before);
});

test('neither an entry nor a bet is paid twice', async () => {
  const [one, two] = [await placed(bettors[0], 2), await placed(bettors[1], 2)];
  await payStakes([one.id], 'test:once');
  const before = await balances();
  await expect(payStakes([two.id], 'test:once')).rejects.toThrow();
  await expect(payStakes([one.id, two.id], 'test:again')).rejects.toThrow();
  expect(await balances()).toEqual(before);
  expect(await postingsOf('test:again')).toEqual([]);
});

test("more than the escrow's balance is not paid", async () => {
  const before = await balances();
  const payment = transaction(database.db, (tx) =>
    payOutBets(tx, {
      marketId: market.marketId,
      kind: 'settlement',
      key: 'test:too-much',
      ending: { kind: 'payout', marketVersion: null },
      payments: sql`select 'b_none' as bet_id, ${bettors[0]?.session.userId}::text as user_id, 1000000000000::bigint as amount`,
    }),
  );
  await expect(payment).rejects.toThrow();
  expect(await balances()).toEqual(before);
});

test('a payment to a user without an account is refused', async () => {
  const payment = transaction(database.db, (tx) =>
    payOutBets(tx, {
      marketId: market.marketId,
      kind: 'settlement',
      key: 'test:nobody-there',
      ending: { kind: 'payout', marketVersion: null },
      payments: sql`select 'b_none' as bet_id, 'nobody' as user_id, 1::bigint as amount`,
    }),
  );
  await expect(payment).rejects.toThrow(/no account to be paid on/);
  expect(await rows(database.db, sql`select from entries where key = 'test:nobody-there'`)).toEqual([]);
});
