import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { placeBet } from './place-bet.ts';

let database: TestDatabase;
let betting: TestBetting;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
});
afterAll(() => database.close());

const betsOf = (bettor: TestBettor) =>
  rows(
    database.db,
    { id: col.text },
    sql`select id from bets where user_id = ${bettor.session.userId} order by seq`,
  );

function someBets(bettor: TestBettor, market: TestMarket, count: number) {
  const outcomeId = market.outcomeIds[0] ?? '';
  return Array.from({ length: count }, (_, index) =>
    aBet(bettor, { ...market, outcomeId, amount: 1, odds: 1.9, key: `${market.marketId}-${index}` }),
  );
}

test('a bet that breaks its batch is found and fails alone', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = someBets(bettor, market, 100);
  await database.db.execute(sql`
    create function refuse_the_poison() returns trigger language plpgsql as $$
    begin
      if new.idempotency_key like '%-37' then raise exception 'poison'; end if;
      return new;
    end $$`);
  await database.db.execute(
    sql`create trigger poison before insert on bets for each row execute function refuse_the_poison()`,
  );
  const results = await Promise.allSettled(bets.map((bet) => placeBet(betting, bet)));
  await database.db.execute(sql`drop trigger poison on bets`);
  expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([37]);
  expect(await betsOf(bettor)).toHaveLength(99);
});

test('a bettor without an account fails alone', async () => {
  const bettor = await aBettor(database.db);
  const stranger = await aBettor(database.db);
  const market = await aMarket(database.db);
  const outcomeId = market.outcomeIds[0] ?? '';
  const nobody = { ...stranger, session: { ...stranger.session, userId: 'nobody' } };
  const bets = [...someBets(bettor, market, 9), aBet(nobody, { ...market, outcomeId, amount: 1, odds: 1.9 })];
  const results = await Promise.allSettled(bets.map((bet) => placeBet(betting, bet)));
  expect(results.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), 'rejected']);
});

test('bets whose COMMIT was lost before it happened are not recorded, and can be sent again', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = someBets(bettor, market, 5);
  let results: PromiseSettledResult<unknown>[] = [];
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'bets' }, async () => {
    results = await Promise.allSettled(bets.map((bet) => placeBet(betting, bet)));
  });
  expect(results).toMatchObject(
    // With the cause that the log needs.
    Array(5).fill({ status: 'rejected', reason: { code: 'not-ready', cause: { code: 'commit-unknown' } } }),
  );
  expect(await betsOf(bettor)).toEqual([]);
  await Promise.all(bets.map((bet) => placeBet(betting, bet)));
  expect(await betsOf(bettor)).toHaveLength(5);
});

test('bets whose COMMIT happened with its answer lost are answered as placed', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = someBets(bettor, market, 5);
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  const cut = aBettingProcess(behindProxy.db);
  proxy.cutNextCommit();
  const placed = await Promise.all(bets.map((bet) => placeBet(cut, bet)));
  const recorded = await betsOf(bettor);
  expect(recorded).toHaveLength(5);
  expect(placed.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
  const again = await Promise.all(bets.map((bet) => placeBet(betting, bet)));
  expect(again).toEqual(placed);
  await behindProxy.close();
  proxy.close();
});

test('bets that were said not to be recorded are not, even if their statement arrives after that', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const [bet] = someBets(bettor, market, 1);
  if (bet === undefined) throw new Error('expected a bet');
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  const arrive = proxy.holdNextCommit();
  await expect(placeBet(aBettingProcess(behindProxy.db), bet)).rejects.toMatchObject({
    code: 'not-ready',
    reason: { code: 'bet-not-recorded' },
  });
  await arrive();
  expect(await betsOf(bettor)).toEqual([]);
  await expect(placeBet(betting, bet)).resolves.toMatchObject({ amount: 1 });
  await behindProxy.close();
  proxy.close();
});

test('while the database is away bets are refused as not ready and nothing is recorded', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const away = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const lost = aBettingProcess(away.db);
  const [bet] = someBets(bettor, market, 1);
  if (bet === undefined) throw new Error('expected a bet');
  await expect(placeBet(lost, bet)).rejects.toMatchObject({ code: 'not-ready' });
  await away.close();
});

test('a market that stays locked is answered as too busy', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const [bet] = someBets(bettor, market, 1);
  if (bet === undefined) throw new Error('expected a bet');
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from markets where id = $1 for update', [market.marketId]);
  const hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
  await expect(placeBet(aBettingProcess(hasty.db), bet)).rejects.toMatchObject({
    code: 'too-busy',
    retryAfterSeconds: 1,
  });
  await hasty.close();
  await holder.query('rollback');
  await holder.end();
  await expect(placeBet(betting, bet)).resolves.toMatchObject({ amount: 1 });
});
