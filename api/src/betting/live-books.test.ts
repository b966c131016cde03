import { type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import { sealAll } from '@tallystone/testkit/betting/days.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  confirm,
  followChainUpTo,
  type LiveBetting,
  type LiveBettor,
  openLiveHouse,
} from '@tallystone/testkit/betting/live-betting.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { replayEntries } from '../ledger/replay-entries.ts';
import { SINCE_NOTHING } from '../ledger/since.ts';
import { newsSince } from '../ledger/sums.ts';
import { sinceState, type VerifiedState, verifiedState } from '../ledger/verified-state.ts';
import { failLiveBets } from './fail-live-bets.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';
import { statement } from './statement.ts';

/** Live bets in the books: how they are checked, and that none is lost. */

let database: TestDatabase;
let betting: LiveBetting;
let bettor: LiveBettor;
let market: TestMarket;
/** Bets on one market: final, pending and failed. */
let real: string;
let pending: string;
let failed: string;
/** The newest entry before these bets, and the state that is verified up to it. */
let before: string;
let state: VerifiedState | null;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await openLiveHouse(db, usdc(100_000));
  betting = aLiveProcess(db);
  bettor = await aLiveBettor(db, betting);
  market = await aLiveMarket(db);
  const [newest] = await rows(db, { id: col.text }, sql`select max(id)::text as id from entries`);
  before = newest?.id ?? '0';
  await sealAll(database);
  state = await db.transaction((tx) => verifiedState(tx, SINCE_NOTHING));
  [real, pending, failed] = await Promise.all([bet(10), bet(20), bet(30)]);
  await confirm(db, [real]);
  await transaction(db, (tx) => failLiveBets(tx, { failed: [{ betId: failed, failure: 'not-included' }] }));
});
afterAll(() => database.close());

async function bet(amount: number, outcome = 0): Promise<string> {
  return (await placeBet(betting, await aLiveBet(betting, { bettor, market, outcome, amount }))).id;
}

const WRITTEN_ONCE = ['entries', 'postings', 'bets', 'live_bets'];

/** All books, what is new, and what is new since a verified state. */
const KINDS = ['everything', 'since', 'state'] as const;

/** What checks and replay report about books that were tampered with. Everything is rolled back afterwards. */
async function foundBy(tamper: (tx: Tx) => Promise<unknown>, kind: (typeof KINDS)[number]) {
  const undo = new Error('undo');
  const found = { invariants: [] as number[], bets: [] as string[], entries: [] as string[] };
  await database.db
    .transaction(async (tx) => {
      for (const table of WRITTEN_ONCE)
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      await tamper(tx);
      const since = kind === 'state' && state !== null ? await sinceState(tx, state) : SINCE_NOTHING;
      const scope = kind === 'since' ? newsSince(before) : since.scope;
      for (const { invariant, offenders } of await checkInvariants(tx, scope)) {
        if (offenders.length > 0) found.invariants.push(invariant.number);
      }
      found.bets = (await replayBets(tx, { since })).differences.map(({ what }) => what);
      found.entries = (await replayEntries(tx, { since })).differences.map(({ what }) => what);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

test('books without tampering are sound', async () => {
  const nothing = { invariants: [], bets: [], entries: [] };
  for (const kind of KINDS) expect(await foundBy(async () => undefined, kind)).toEqual(nothing);
});

test('the price that a confirmed bet made is in the charts, and is reported if it is missing', async () => {
  const pricesAfter = (tamper: SQL) =>
    undone(database.db, async (tx) => {
      await followChainUpTo(tx, 1);
      await tx.execute(tamper);
      return (await replayBets(tx)).prices;
    });
  expect(await pricesAfter(sql`select 1`)).toEqual([]);
  expect(await pricesAfter(sql`delete from price_points`)).toMatchObject([
    { what: expect.stringContaining(`of market ${market.marketId}`), found: 'none' },
  ]);
});

describe.each<[what: string, tamper: (tx: Tx) => Promise<unknown>, invariants: number[]]>([
  [
    'a hold of another amount',
    (tx) =>
      tx.execute(sql`
      update postings set amount = amount + 1
      where entry_id = (select hold_entry_id from live_bets where id = ${pending})`),
    [2, 4, 6],
  ],
  [
    'a failed bet that is in the books',
    async (tx) => {
      await tx.execute(sql`
        update live_bets set state = 'confirmed', failure = null, tx_hash = '\\x00', block_number = 1 where id = ${failed}`);
    },
    [6],
  ],
  [
    'a pending bet that nothing is pending for',
    (tx) =>
      tx.execute(sql`
      update outcomes set pending_returns = 0, pending_stakes = 0 where market_id = ${market.marketId}`),
    [4, 7],
  ],
  [
    'a decision before the acceptance',
    (tx) => tx.execute(sql`update live_bets set decided_version = market_version where id = ${failed}`),
    [7],
  ],
  [
    'pending bets that could cost more than the house put into the market',
    async (tx) => {
      await tx.execute(sql`
        update live_bets set stake = stake + 100000000000, payout = odds / 100 * ((stake + 100000000000) / 10000)
        where id = ${pending}`);
    },
    [6, 7],
  ],
  [
    'a bet of other terms than were accepted',
    (tx) => tx.execute(sql`update bets set placed_at = placed_at - interval '1 second' where id = ${real}`),
    [6],
  ],
  [
    'a hold for no bet',
    (tx) => tx.execute(sql`update entries set key = 'hold:b_none' where key = ${`hold:${pending}`}`),
    [6, 6],
  ],
])('%s', (_, tamper, invariants) => {
  test.each(KINDS)('is found by a check of %s', async (kind) => {
    expect((await foundBy(tamper, kind)).invariants).toEqual(expect.arrayContaining(invariants));
  });
});

test.each<[string, (tx: Tx) => Promise<unknown>, RegExp]>([
  [
    'odds that were decided on something else',
    (tx) => tx.execute(sql`update live_bets set priced_on = '["1","0"]' where id = ${pending}`),
    /^live bet \S+, accepted with version/,
  ],
  [
    'odds that the house would never have offered',
    (tx) =>
      tx.execute(sql`
      update live_bets set odds = 3000000, payout = stake * 3 where id = ${failed}`),
    /^live bet \S+, accepted with version/,
  ],
  [
    'a pending bet that failed and is still counted',
    (tx) =>
      tx.execute(sql`update live_bets set state = 'pending', failure = null, decided_at = null,
      decided_version = null where id = ${failed}`),
    /^the pending returns of outcome 0 of market/,
  ],
])('%s is found by the replay', async (_, tamper, what) => {
  for (const kind of ['everything', 'state'] as const) {
    expect((await foundBy(tamper, kind)).bets).toEqual(expect.arrayContaining([expect.stringMatching(what)]));
  }
});

test('a stake that came from somewhere else is found by the replay of entries', async () => {
  const { entries } = await foundBy(
    (tx) =>
      tx.execute(sql`
      update postings set from_account = (select id from accounts where kind = 'faucet')
      where entry_id = (select id from entries where key = ${`stake-received:${real}`})`),
    'everything',
  );
  expect(entries).toContain('the postings of a stake-received');
});

test('the statement names the bet that a stake came for', async () => {
  const found = await statement(database.db, { userId: bettor.session.userId, before: null });
  expect(found.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['bet', -10, 0],
    ['stake-received', 10, 10],
  ]);
  for (const { bets } of found) expect(bets).toMatchObject([{ betId: real }]);
  expect(found[1]?.bets[0]?.amount).toBe(10);
});

test('live bets whose COMMIT was lost before it happened are not recorded, and can be sent again', async () => {
  const sent = await aLiveBet(betting, { bettor, market, amount: 1 });
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'live_bets' }, async () => {
    await expect(placeBet(betting, sent)).rejects.toMatchObject({ code: 'not-ready' });
  });
  const [none] = await rows(
    database.db,
    sql`select from live_bets where quote_id = split_part(${sent.body.quoteId}, '.', 1)`,
  );
  expect(none).toBeUndefined();
  await expect(placeBet(betting, sent)).resolves.toMatchObject({ status: 'pending' });
});

test('live bets whose COMMIT happened with its answer lost are answered as accepted', async () => {
  await followChainUpTo(database.db, 1);
  const sent = await aLiveBet(betting, { bettor, market, amount: 1 });
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  const cut = aLiveProcess(behindProxy.db, betting);
  proxy.cutNextCommit();
  const placed = await placeBet(cut, sent);
  expect(placed).toMatchObject({ status: 'pending' });
  expect(await placeBet(betting, sent)).toEqual(placed);
  await database.db.execute(sql`delete from chain_cursor`);
  await behindProxy.close();
  proxy.close();
});
