import { connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { placeBet } from './place-bet.ts';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from './test-betting.ts';

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
  rows<{ id: string }>(
    database.db,
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

/** Ends the server's process of a transaction while it is inside its COMMIT, before that has happened. */
async function loseTheCommit(act: () => Promise<unknown>): Promise<void> {
  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  try {
    // A deferred trigger runs inside COMMIT and waits there for a lock that we hold.
    await killer.query('select pg_advisory_lock(42)');
    await killer.query(`
      create function wait_in_commit() returns trigger language plpgsql as $$
      begin perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock(42); return null; end $$`);
    await killer.query(`
      create constraint trigger wait_in_commit after insert on bets deferrable initially deferred
      for each row execute function wait_in_commit()`);
    const acting = act();
    await killWhere(killer, `wait_event_type = 'Lock' and wait_event = 'advisory'`);
    await killer.query('select pg_advisory_unlock(42)');
    await acting;
    await killer.query('drop trigger wait_in_commit on bets');
  } finally {
    await killer.end();
  }
}

async function killWhere(killer: pg.Client, condition: string): Promise<void> {
  for (;;) {
    const { rows: killed } = await killer.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${condition}`);
    if (killed.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('bets whose COMMIT was lost before it happened are not recorded, and can be sent again', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = someBets(bettor, market, 5);
  let results: PromiseSettledResult<unknown>[] = [];
  await loseTheCommit(async () => {
    results = await Promise.allSettled(bets.map((bet) => placeBet(betting, bet)));
  });
  expect(results).toEqual(
    Array(5).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'not-ready' }) }),
  );
  expect(await betsOf(bettor)).toEqual([]);
  await Promise.all(bets.map((bet) => placeBet(betting, bet)));
  expect(await betsOf(bettor)).toHaveLength(5);
});

/** A way to the database that cuts the connection when the answer to a COMMIT comes back. */
async function aCuttingProxy(): Promise<{ url: string; cutNextCommit(): void; close(): void }> {
  const { hostname, port, pathname, username } = new URL(database.url);
  let isArmed = false;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isCut = false;
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes('commit')) {
        isArmed = false;
        isCut = true;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => (isCut ? client.destroy() : client.write(bytes)));
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => undefined);
      end.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    url: `postgres://${username}@127.0.0.1:${address.port}${pathname}`,
    cutNextCommit: () => {
      isArmed = true;
    },
    close: () => proxy.close(),
  };
}

test('bets whose COMMIT happened with its answer lost are answered as placed', async () => {
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = someBets(bettor, market, 5);
  const proxy = await aCuttingProxy();
  const behindProxy = await openDatabase({ url: proxy.url });
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
  await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'too-busy', retryAfterSeconds: 1 });
  await holder.query('rollback');
  await holder.end();
  await expect(placeBet(betting, bet)).resolves.toMatchObject({ amount: 1 });
});
