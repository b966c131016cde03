import { marketWithdrawalEntry } from '@tallystone/core/ledger/market-withdrawal-entry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditHash, recordAudit } from '../audit/record-audit.ts';
import { placeBet } from '../betting/place-bet.ts';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  usdc,
} from '../betting/test-betting.ts';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants, type Verdict } from './check-invariants.ts';
import type { Scope } from './invariants.ts';
import { recordEntries } from './record-entries.ts';
import { watchBooks } from './watch-books.ts';

let database: TestDatabase;
let betting: TestBetting;
let userId: string;
let marketId: string;
/** Of the feed, with bets. */
let feedMarketId: string;
/** Without bets; what it opened with is back in the pool. */
let archivedMarketId: string;
/** The newest entry before the bets of the test. */
let before: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const bettor = await aBettor(database.db);
  const other = await aBettor(database.db);
  const market = await aMarket(database.db);
  const feedMarket = await aFeedMarket(database.db, { cap: usdc(500), gameCap: usdc(600) });
  const archived = await aMarket(database.db);
  const [newest] = await rows<{ id: string }>(database.db, sql`select max(id)::text as id from entries`);
  before = newest?.id ?? '0';
  for (const [amount, outcome] of [
    [10, 0],
    [20, 1],
    [30, 0],
  ] as const) {
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount }));
  }
  await placeBet(betting, await aQuotedBet(betting, { bettor: other, market: feedMarket, amount: 100 }));
  await transaction(database.db, async (tx) => {
    await giveBack(tx, archived.marketId);
    await recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'market.archive',
      subject: archived.marketId,
    });
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'game.import',
      subject: feedMarket.gameId,
    });
    await recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'settings' });
  });
  userId = bettor.session.userId;
  marketId = market.marketId;
  feedMarketId = feedMarket.marketId;
  archivedMarketId = archived.marketId;
});

/** Archives a market without bets. */
async function giveBack(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    sql`update markets set funded = 0, archived_at = now(), state = 'suspended' where id = ${id}`,
  );
  await withdraw(tx, id);
}

const withdraw = (tx: Tx, id: string) =>
  recordEntries(tx, [
    { key: `market-withdrawal:${id}`, entry: marketWithdrawalEntry({ marketId: id, amount: usdc(10_000) }) },
  ]);

const brokenOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ offenders }) => offenders.length > 0).map(({ invariant }) => invariant.number);

/** What the checks say of books that were tampered with. Everything is undone afterwards. */
async function brokenBy(tamper: (tx: Tx) => Promise<unknown>, scope: Scope): Promise<number[]> {
  const undo = new Error('undo');
  let broken: number[] = [];
  await database.db
    .transaction(async (tx) => {
      for (const table of ['entries', 'postings', 'bets', 'audit']) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tamper(tx);
      broken = brokenOf(await checkInvariants(tx, scope));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

const corruptions: [what: string, expected: number[], tamper: (tx: Tx) => Promise<unknown>][] = [
  [
    'money that appears in a balance',
    [1, 2],
    (tx) => tx.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`),
  ],
  [
    'money moved between balances without a posting',
    [2],
    async (tx) => {
      await tx.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
      await tx.execute(sql`update accounts set balance = balance - 1 where kind = 'faucet'`);
    },
  ],
  [
    'a posting of another amount than was recorded',
    [2, 4, 6],
    (tx) =>
      tx.execute(sql`
        update postings set amount = amount + 1
        where entry_id = (select max(entry_id) from bets where user_id = ${userId})`),
  ],
  [
    'a user below zero',
    [1, 2, 3],
    async (tx) => {
      await tx.execute(sql`alter table accounts drop constraint accounts_balance`);
      await tx.execute(sql`update accounts set balance = -1 where user_id = ${userId}`);
    },
  ],
  [
    'an escrow that covers less than is owed',
    [4, 7],
    (tx) =>
      tx.execute(sql`
        update outcomes set open_returns = 10061000000 where market_id = ${marketId} and position = 0`),
  ],
  [
    'a market that says it received more than it did',
    [4, 7],
    (tx) => tx.execute(sql`update markets set received = received + 1 where id = ${marketId}`),
  ],
  [
    'a market whose loss budget was never set aside',
    [4],
    (tx) =>
      tx.execute(sql`
        update markets set loss_budget = loss_budget + 1, funded = funded + 1 where id = ${marketId}`),
  ],
  [
    'a budget that went back to the pool while its market still counts on it',
    [4],
    (tx) => withdraw(tx, marketId),
  ],
  [
    'a market that counts on a budget that went back to the pool',
    [4],
    (tx) => tx.execute(sql`update markets set funded = loss_budget where id = ${archivedMarketId}`),
  ],
  [
    'a market of the feed that does not know that it was funded',
    [4],
    async (tx) => {
      await tx.execute(sql`alter table markets drop constraint markets_funded`);
      await tx.execute(sql`update markets set funded = 0 where id = ${feedMarketId}`);
    },
  ],
  [
    'a game that can lose more than its cap',
    [4],
    (tx) =>
      tx.execute(sql`
        update games set cap = 109999999 where id = (select game_id from markets where id = ${feedMarketId})`),
  ],
  [
    'a market of the feed that can lose more than its cap',
    [4, 4],
    (tx) =>
      tx.execute(sql`
        update markets set loss_budget = 109999999, funded = 109999999 where id = ${feedMarketId}`),
  ],
  [
    'a price that was too old to bet on',
    [9],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_fresh_price`);
      await tx.execute(sql`
        update bets set priced_at = placed_at - interval '10 minutes 1 millisecond'
        where market_id = ${feedMarketId}`);
    },
  ],
  [
    'a row of the audit that was changed',
    [10],
    (tx) => tx.execute(sql`update audit set reason = 'none' where id = (select max(id) from audit)`),
  ],
  [
    'a row of the audit that was taken out',
    [10],
    (tx) => tx.execute(sql`delete from audit where id = (select max(id) - 1 from audit)`),
  ],
  [
    'a row of the audit that was changed and given the hash it now makes',
    [10],
    (tx) =>
      tx.execute(sql`
        update audit set action = 'game.cancel', hash = ${auditHash(sql`given`)}
        from (
          select a.id, a.at, a.user_id, a.actor, 'game.cancel' as action, a.subject, a.before, a.after,
            a.reason, p.hash as hash_before
          from audit a join audit p on p.id = a.id - 1
          where a.id = (select max(id) - 1 from audit)
        ) given
        where audit.id = given.id`),
  ],
  [
    'a bet that disappears while its entry stays',
    [6, 7],
    (tx) =>
      tx.execute(sql`
        delete from bets where entry_id = (select max(entry_id) from bets where user_id = ${userId})`),
  ],
  [
    'a bet of another stake than was posted',
    [6, 7],
    (tx) =>
      tx.execute(sql`
        update bets set stake = stake * 2, payout = payout * 2
        where entry_id = (select max(entry_id) from bets where user_id = ${userId})`),
  ],
  [
    'a bet given to another user',
    [6],
    async (tx) => {
      const other = await aBettorRow(tx);
      await tx.execute(sql`
        update bets set user_id = ${other}
        where entry_id = (select max(entry_id) from bets where user_id = ${userId})`);
    },
  ],
  [
    'a bet moved to another outcome',
    [7],
    (tx) =>
      tx.execute(sql`
        update bets set outcome_id = (select id from outcomes where market_id = ${marketId} and position = 1)
        where entry_id = (select max(entry_id) from bets where user_id = ${userId})`),
  ],
  [
    'a market that lost a version',
    [7],
    (tx) => tx.execute(sql`update markets set version = version - 1 where id = ${marketId}`),
  ],
  [
    'a key that bought two bets',
    [8],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_key`);
      await tx.execute(sql`update bets set idempotency_key = 'twice' where user_id = ${userId}`);
    },
  ],
  [
    'a quote that bought two bets',
    [8],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_quote`);
      await tx.execute(sql`update bets set quote_id = 'twice' where user_id = ${userId}`);
    },
  ],
  [
    'a bet after the close',
    [9],
    async (tx) => {
      await tx.execute(sql`alter table bets drop constraint bets_in_time`);
      await tx.execute(sql`
        update bets set closes_at = placed_at
        where entry_id = (select max(entry_id) from bets where user_id = ${userId})`);
    },
  ],
  [
    'bets of a day above the cap recorded with them',
    [9],
    (tx) => tx.execute(sql`update bets set daily_stake_cap = 59999999 where user_id = ${userId}`),
  ],
];

/** A second user of this test, by a row alone. */
async function aBettorRow(tx: Tx): Promise<string> {
  const [other] = await rows<{ id: string }>(
    tx,
    sql`
      insert into users (id, family, address_bytes, address, wallet_type)
      values ('other', 'evm', '\\x00', '0x', 'evm') returning id`,
  );
  return other?.id ?? '';
}

test('books that nobody tampered with hold', async () => {
  const verdicts = await checkInvariants(database.db, { kind: 'everything' });
  expect(verdicts.map(({ invariant }) => invariant.number)).toEqual([1, 2, 3, 4, 4, 6, 7, 8, 9, 10]);
  expect(brokenOf(verdicts)).toEqual([]);
  expect(brokenOf(await checkInvariants(database.db, { kind: 'since', entryId: before }))).toEqual([]);
});

describe.each(corruptions)('%s', (_what, expected, tamper) => {
  test('is found by a check of everything', async () => {
    expect(await brokenBy(tamper, { kind: 'everything' })).toEqual(expected);
  });

  test('is found by a check of what is new', async () => {
    expect(await brokenBy(tamper, { kind: 'since', entryId: before })).toEqual(expected);
  });
});

test.each([
  ['entries', 'key'],
  ['postings', 'amount'],
  ['bets', 'status'],
  ['feed_prices', 'at'],
  ['audit', 'reason'],
])('rows of %s cannot be changed, whoever asks', async (table, column) => {
  const statements = [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ];
  for (const statement of statements) {
    await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('history') }),
    });
  }
});

test('the watch tells of broken books once, and takes it back when all of them hold again', async () => {
  const told: number[][] = [];
  const watch = watchBooks({
    db: database.db,
    isIdle: () => false,
    onBroken: (verdicts) => told.push(brokenOf(verdicts)),
    onError: () => undefined,
  });
  expect(await watch.check()).toEqual([]);
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  await watch.check();
  await watch.check();
  expect(told).toEqual([[1, 2]]);
  expect(brokenOf(watch.broken())).toEqual([1, 2]);
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
  await watch.check();
  expect(watch.broken()).toEqual([]);
  await watch.stop();
});

test('the watch goes on from the newest entry that is a minute old', async () => {
  const watch = watchBooks({
    db: database.db,
    isIdle: () => false,
    onBroken: () => undefined,
    onError: () => undefined,
  });
  // Whatever is older than the newest entry of all but this test's, as if a minute had passed.
  await database.db.execute(sql`alter table entries disable trigger entries_are_history`);
  await database.db.execute(
    sql`update entries set recorded_at = recorded_at - interval '1 hour' where id <= ${before}::bigint`,
  );
  await database.db.execute(sql`alter table entries enable trigger entries_are_history`);
  expect(await watch.check()).toEqual([]);
  // An old account is not looked at again, a touched one is.
  await database.db.execute(sql`update accounts set balance = balance + 1 where kind = 'outside'`);
  await database.db.execute(sql`update accounts set balance = balance - 1 where kind = 'faucet'`);
  const broken = brokenOf(await watch.check());
  await database.db.execute(sql`update accounts set balance = balance - 1 where kind = 'outside'`);
  await database.db.execute(sql`update accounts set balance = balance + 1 where kind = 'faucet'`);
  expect(broken).toEqual([]);
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  expect(brokenOf(await watch.check())).toEqual([1, 2]);
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
  await watch.stop();
});

test('the watch checks by itself while nothing else is done', async () => {
  let isIdle = false;
  let checks = 0;
  const watch = watchBooks({
    db: database.db,
    isIdle: () => {
      checks += 1;
      return isIdle;
    },
    onBroken: () => undefined,
    onError: () => undefined,
    everyMs: 10,
  });
  await database.db.execute(sql`update accounts set balance = balance + 1 where user_id = ${userId}`);
  await expect.poll(() => checks).toBeGreaterThan(2);
  expect(watch.broken()).toEqual([]);
  isIdle = true;
  await expect.poll(() => brokenOf(watch.broken())).toEqual([1, 2]);
  await watch.stop();
  await database.db.execute(sql`update accounts set balance = balance - 1 where user_id = ${userId}`);
});
