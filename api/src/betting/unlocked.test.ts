import { randomUUID } from 'node:crypto';
import { decideBreak } from '@tallystone/core/identity/decide-limits';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { col, row, rows, values } from '../db/rows.ts';
import { commitAtOnce } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { answerBatch } from './answer-batch.ts';
import { bookStakes } from './book-stakes.ts';
import { checkBet } from './check-bet.ts';
import { lockOwnLimits, saveOwnLimits } from './limits-store.ts';
import { placeBet } from './place-bet.ts';
import { type DecidedBatch, decideUnlocked } from './place-bets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
});
afterAll(() => database.close());

const aRequest = (bettor: TestBettor, market: TestMarket, key: string) => {
  const outcomeId = market.outcomeIds[0] ?? '';
  const bet = aBet(bettor, { ...market, outcomeId, amount: 1, odds: 1.9, key });
  return checkBet(new Uint8Array(32).fill(7), bet);
};

/** Whether the batch was stored. */
const isStored = async (decided: DecidedBatch) => {
  if (decided.store === null) throw new Error('expected an accepted bet');
  return ((await commitAtOnce(database.db, decided.store, 'bet')) ?? []).length === 1;
};

/** A batch of one bet, decided and not stored yet. */
async function aDecidedBet(given: { market?: TestMarket; bettor?: TestBettor } = {}) {
  const { market = await aMarket(database.db), bettor = await aBettor(database.db) } = given;
  const batch = { marketId: market.marketId, bets: [aRequest(bettor, market, 'first')], stakes: bookStakes };
  const decided = await decideUnlocked(database.db, batch);
  if (decided === null) throw new Error('expected a market of our own');
  return { market, bettor, batch, decided };
}

const counts = () =>
  row(
    database.db,
    { bets: col.whole, entries: col.whole, postings: col.whole, prices: col.whole, balances: col.text },
    sql`
      select (select count(*) from bets) as bets, (select count(*) from entries) as entries,
        (select count(*) from postings) as postings, (select count(*) from price_points) as prices,
        (select string_agg(balance::text, ' ' order by id) from accounts) as balances`,
  );

/** Passes statements on and notes them. */
function aNotingDatabase(): { db: Db; statements: SQL[] } {
  const statements: SQL[] = [];
  const db: Db = Object.create(database.db, {
    execute: {
      value: (query: SQL) => {
        statements.push(query);
        return database.db.execute(query);
      },
    },
    transaction: {
      value: () => Promise.reject(new Error('no transaction was expected')),
    },
  });
  return { db, statements };
}

test('a bet that meets no other takes two statements and no transaction', async () => {
  const { batch } = await aDecidedBet();
  const { db, statements } = aNotingDatabase();
  await expect(answerBatch(db, batch)).resolves.toMatchObject([{ kind: 'placed' }]);
  expect(statements).toHaveLength(2);
});

test.each([
  [
    'another bet moved the price',
    async ({ market }: { market: TestMarket }) => {
      const other = await aBettor(database.db);
      await placeBet(
        aBettingProcess(database.db),
        aBet(other, {
          ...market,
          outcomeId: market.outcomeIds[1] ?? '',
          amount: 5,
          odds: 1.9,
        }),
      );
    },
  ],
  [
    'the bettor staked on another market',
    async ({ bettor }: { bettor: TestBettor }) => {
      const other = await aMarket(database.db);
      await placeBet(
        aBettingProcess(database.db),
        aBet(bettor, {
          ...other,
          outcomeId: other.outcomeIds[0] ?? '',
          amount: 5,
          odds: 1.9,
        }),
      );
    },
  ],
  [
    'the market was suspended',
    ({ market }: { market: TestMarket }) =>
      database.db.execute(
        sql`update markets set state = 'suspended', epoch = epoch + 1 where id = ${market.marketId}`,
      ),
  ],
  [
    'the market was deleted',
    ({ market }: { market: TestMarket }) =>
      database.db.execute(
        sql`update markets set archived_at = now(), deleted_at = now(), epoch = epoch + 1 where id = ${market.marketId}`,
      ),
  ],
])('nothing is stored if, since the bet was decided, %s', async (_, change) => {
  const { market, bettor, decided } = await aDecidedBet();
  expect(decided.answers).toMatchObject([{ kind: 'placed' }]);
  await change({ market, bettor });
  const before = await counts();
  await expect(isStored(decided)).resolves.toBe(false);
  expect(await counts()).toEqual(before);
});

test.each([
  ['and then counts', 'epoch = epoch + 1', false],
  ["and doesn't matter if it left the balance alone", 'epoch = epoch', true],
])('work under way on the account is waited for, %s', async (_, work, isAccepted) => {
  const { bettor, decided } = await aDecidedBet();
  let stored: Promise<boolean> | null = null;
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`update accounts set ${sql.raw(work)} where user_id = ${bettor.session.userId}`);
    stored = isStored(decided);
    const waiting = async () => (await row(database.db, { waiting: col.whole }, WAITING)).waiting;
    await expect.poll(waiting, { interval: 5 }).toBe(1);
  });
  await expect(stored).resolves.toBe(isAccepted);
});

const WAITING = sql`
  select count(*) as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%seen_market%'`;

test('a bet that was decided while its bettor took a break is not stored', async () => {
  const { bettor, batch } = await aDecidedBet();
  const { userId, wallet } = bettor.session;
  let stored: Promise<boolean> | null = null;
  await database.db.transaction(async (tx) => {
    const { limits, now } = await lockOwnLimits(tx, userId);
    const decision = decideBreak(limits, { period: '24-hours', now });
    if (decision.kind === 'refused') throw new Error('the break was refused');
    await saveOwnLimits(tx, userId, decision.limits);
    const after = { blocked: 'break', until: decision.limits.blocked?.until.toISOString() };
    const actor = { kind: 'user', userId, address: wallet.text } as const;
    await recordAudit(tx, { actor, action: 'limits.break', subject: wallet.text, before: {}, after });
    // Before the break is committed, the bet is read as if there were none, and its moment is after the break's.
    const decided = await decideUnlocked(database.db, batch);
    expect(decided?.answers).toMatchObject([{ kind: 'placed' }]);
    if (decided !== null) stored = isStored(decided);
    const waiting = async () => (await row(database.db, { waiting: col.whole }, WAITING)).waiting;
    await expect.poll(waiting, { interval: 5 }).toBe(1);
  });
  await expect(stored).resolves.toBe(false);
});

test('a bet is not stored long after it was decided', async () => {
  const { batch } = await aDecidedBet();
  const slow: Db = Object.create(database.db, {
    execute: {
      // As if the statement had been under way for that long.
      value: async (query: SQL) => {
        const found = await rows(database.db, query);
        const before = (now: unknown) => new Date(Date.parse(String(now)) - 8000).toISOString();
        return { rows: found.map((cells) => ({ ...cells, now: before(cells.now) })) };
      },
    },
  });
  const decided = await decideUnlocked(slow, batch);
  if (decided === null) throw new Error('expected a market of our own');
  await expect(isStored(decided)).resolves.toBe(false);
});

test('of two batches that were decided on the same state, one is stored', async () => {
  const market = await aMarket(database.db);
  const both = await Promise.all([aDecidedBet({ market }), aDecidedBet({ market })]);
  const before = await counts();
  const stored = await Promise.all(both.map(({ decided }) => isStored(decided)));
  expect(stored.toSorted()).toEqual([false, true]);
  expect(await counts()).toMatchObject({ bets: before.bets + 1, entries: before.entries + 1 });
});

test('a batch that met a change is placed under locks, on the new state', async () => {
  const bettor = await aBettor(database.db, { funds: usdc(1) });
  const market = await aMarket(database.db);
  const other = await aMarket(database.db);
  const bets = [aRequest(bettor, market, 'first')];
  let isFirst = true;
  const meeting: Db = Object.create(database.db, {
    execute: {
      value: async (query: SQL) => {
        const found = await database.db.execute(query);
        // After the batch was read, the bettor spends the only USDC elsewhere.
        if (isFirst) {
          isFirst = false;
          await answerBatch(database.db, {
            marketId: other.marketId,
            bets: [aRequest(bettor, other, 'second')],
            stakes: bookStakes,
          });
        }
        return found;
      },
    },
  });
  await expect(
    answerBatch(meeting, { marketId: market.marketId, bets, stakes: bookStakes }),
  ).resolves.toMatchObject([{ kind: 'refused', refusal: { reason: 'insufficient-funds' } }]);
});

test.each([
  ['without locks', aMarket],
  ['under locks', aFeedMarket],
])(
  'of a batch that is decided %s, bets whose session was revoked or removed are not placed',
  async (_how, open) => {
    const market = await open(database.db);
    const session = async (bettor: TestBettor, revokedAt: SQL) => {
      const [hash] = await values(
        database.db,
        col.text,
        sql`
        insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at, revoked_at)
        values (sha256(${randomUUID()}::bytea), ${bettor.session.userId}, now(), now(), now() + interval '1 hour', ${revokedAt})
        returning encode(token_hash, 'hex')`,
      );
      return hash ?? '';
    };
    const [open1, revoked, removed] = [
      await aBettor(database.db),
      await aBettor(database.db),
      await aBettor(database.db),
    ];
    const placed = {
      ...aRequest(open1, market, 'one'),
      uncheckedSession: await session(open1, sql`null`),
    };
    const bets = [
      { ...aRequest(revoked, market, 'two'), uncheckedSession: await session(revoked, sql`now()`) },
      placed,
      { ...placed, betId: 'b_repeated' },
      { ...aRequest(removed, market, 'three'), uncheckedSession: 'ab'.repeat(32) },
    ];
    const before = await counts();
    expect(
      await answerBatch(database.db, { marketId: market.marketId, bets, stakes: bookStakes }),
    ).toMatchObject([
      { kind: 'signed-out' },
      { kind: 'placed', bet: { id: placed.betId } },
      { kind: 'placed', bet: { id: placed.betId } },
      { kind: 'signed-out' },
    ]);
    expect(await counts()).toMatchObject({ bets: before.bets + 1 });
  },
);

test('a batch that only repeats placed bets is answered after a COMMIT', async () => {
  const { batch } = await aDecidedBet();
  const [first] = await answerBatch(database.db, batch);
  expect(await decideUnlocked(database.db, batch)).toBeNull();
  await expect(answerBatch(database.db, batch)).resolves.toEqual([first]);
});
