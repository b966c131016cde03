import {
  aBet,
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import { createMovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { col, row } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { decideOrders } from './decide-orders.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

let database: Awaited<ReturnType<typeof createMovedDatabase>>;
let betting: TestBetting;
let game: GameInPlay;
beforeAll(async () => {
  database = await createMovedDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db, database);
  game = await aGameInPlay(database);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
  const { differences } = await database.db.transaction((tx) => replayBets(tx));
  expect(differences).toEqual([]);
});
afterAll(() => database.close());

/** Orders of one USDC each, sent at once. @returns their ids */
async function orders(count: number, bettor: TestBettor): Promise<string[]> {
  await game.price(['2', '3.5', '4']);
  const outcomeId = game.outcomeIds[0] ?? '';
  const sent = Array.from({ length: count }, (_, index) =>
    placeBet(
      betting,
      aBet(bettor, {
        ...{ marketId: game.marketId, outcomeId, amount: 1, odds: 2 },
        key: `${bettor.session.userId}-${index}`,
      }),
    ),
  );
  return (await Promise.all(sent)).map(({ id }) => id);
}

/** Their delay ends, with a price of that moment. */
async function comeDue(): Promise<void> {
  await database.advance(8000);
  await game.price(['2', '3.5', '4']);
}

/** What was counted of the orders that ended. */
const counted: string[] = [];
const meters = { orderEnded: (result: string, code: string) => void counted.push(`${result} ${code}`) };
const decide = (db = database.db) => decideOrders(db, game.marketId, meters);

/** What became of a bettor's orders. */
const fatesOf = (bettor: TestBettor) =>
  row(
    database.db,
    { waiting: col.number, filled: col.number, failed: col.number, bets: col.number, balance: col.text },
    sql`select
      (select count(*)::int from open_orders w where w.user_id = u.id) as waiting,
      (select count(*)::int from order_ends n where n.user_id = u.id and n.kind = 'filled') as filled,
      (select count(*)::int from order_ends n where n.user_id = u.id and n.kind = 'failed') as failed,
      (select count(*)::int from bets b where b.user_id = u.id) as bets,
      (select a.balance::text from accounts a where a.kind = 'user' and a.user_id = u.id) as balance
      from users u where u.id = ${bettor.session.userId}`,
  );

test('an order that breaks its transaction waits alone, and fails once it is too late for it', async () => {
  const bettor = await aBettor(database.db);
  const ids = await orders(30, bettor);
  await comeDue();
  await database.db.execute(sql`
    create function refuse_the_poison() returns trigger language plpgsql as $$
    begin
      if new.idempotency_key like '%-17' then raise exception 'poison'; end if;
      return new;
    end $$`);
  await database.db.execute(
    sql`create trigger poison before insert on bets for each row execute function refuse_the_poison()`,
  );
  await expect(decide()).rejects.toMatchObject({
    message: expect.stringContaining(ids[17] ?? 'the id of the order'),
    errors: [expect.objectContaining({ cause: expect.objectContaining({ message: 'poison' }) })],
  });
  expect(await fatesOf(bettor)).toEqual({
    ...{ waiting: 1, filled: 29, failed: 0, bets: 29, balance: '970000000' },
  });
  await database.advance(11_000);
  expect(await decide()).toBe(true);
  expect(counted).toEqual([...Array(29).fill('filled '), 'failed feed-stale']);
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 0, failed: 1, balance: '971000000' });
  await database.db.execute(sql`drop trigger poison on bets`);
});

test('more orders than one transaction decides are decided at once', async () => {
  const bettor = await aBettor(database.db);
  await orders(205, bettor);
  await comeDue();
  expect(await decide()).toBe(true);
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 0, filled: 205, failed: 0, bets: 205 });
  expect(await decide()).toBe(false);
});

test('two processes decide each order once', async () => {
  const bettor = await aBettor(database.db);
  await orders(30, bettor);
  await comeDue();
  const other = await openPatiently(database.url);
  const decided = await Promise.all([decide(), decide(other.db), decide(), decide(other.db)]);
  await other.close();
  expect(decided.toSorted()).toEqual([false, false, false, true]);
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 0, filled: 30, failed: 0, bets: 30 });
});

test('orders wait on if the process that decides them is lost before its COMMIT', async () => {
  const bettor = await aBettor(database.db);
  await orders(3, bettor);
  await comeDue();
  counted.length = 0;
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'order_ends' }, () =>
    expect(decide()).rejects.toMatchObject({ code: 'commit-unknown' }),
  );
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 3, filled: 0, bets: 0, balance: '997000000' });
  expect(counted).toEqual([]);
  expect(await decide()).toBe(true);
  expect(counted).toEqual(Array(3).fill('filled '));
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 0, filled: 3, bets: 3, balance: '997000000' });
});

test('orders whose COMMIT happened with its answer lost are not decided again', async () => {
  const bettor = await aBettor(database.db);
  await orders(3, bettor);
  await comeDue();
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  proxy.cutNextCommit();
  await expect(decide(behindProxy.db)).rejects.toMatchObject({ code: 'commit-unknown' });
  await behindProxy.close();
  proxy.close();
  expect(await decide()).toBe(false);
  expect(await fatesOf(bettor)).toMatchObject({ waiting: 0, filled: 3, bets: 3, balance: '997000000' });
});
