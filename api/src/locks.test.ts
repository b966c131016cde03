import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { aBettor, aFeedMarket, aMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  followChainUpTo,
  PLACE,
  takenByContract,
} from '@tallystone/testkit/betting/live-betting.ts';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import { serializeTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkMarkets } from './admin/bulk-markets.ts';
import { rejectChange } from './admin/pending-changes.ts';
import { runCommand } from './admin/run-command.ts';
import { proposeChange } from './audit/propose-change.ts';
import { recordAudit } from './audit/record-audit.ts';
import { haltUnbettable, lockFollowed } from './azuro/follow-store.ts';
import { lockLiveBets } from './betting/decided-live-bets.ts';
import { failLiveBets } from './betting/fail-live-bets.ts';
import { placeBet } from './betting/place-bet.ts';
import { applyBlock } from './chain/apply-block.ts';
import { applyMarketEvent, moveWindow } from './chain/apply-market-event.ts';
import { batchBets } from './chain/batch-bets.ts';
import { bookAllOutflows } from './chain/book-outflows.ts';
import { lockCursor, readCursor } from './chain/cursor-store.ts';
import type { ChainKeys, ChainLog, EscrowChain } from './chain/escrow-chain.ts';
import { failOverdue } from './chain/fail-overdue.ts';
import { lockSituation } from './chain/market-situation.ts';
import { payOnChain } from './chain/pay-on-chain.ts';
import { raiseFees } from './chain/raise-fees.ts';
import { listQueued, markSent } from './chain/relay-store.ts';
import { showIncluded } from './chain/show-included.ts';
import { signCalls } from './chain/sign-calls.ts';
import { signerLock } from './chain/signer.ts';
import { commitProbe } from './db/commit-probe.ts';
import type { Db, Tx } from './db/db.ts';
import { MIGRATION_LOCK, migratePostgres } from './db/migrate.ts';
import { tryLock } from './db/named-lock.ts';
import type { Database } from './db/open-database.ts';
import { col, rows, values } from './db/rows.ts';
import { transaction } from './db/transaction.ts';
import type { HttpError } from './http/http-error.ts';
import { grantRole, noteGrants, revokeRole } from './identity/admin-grants.ts';
import { removeGuests } from './identity/remove-guests.ts';
import { openAccount } from './ledger/account-ids.ts';
import { payOutBets } from './ledger/pay-out-bets.ts';
import { poolBalance } from './ledger/pool-slices.ts';
import { recordEntries } from './ledger/record-entries.ts';
import { recordLateStart } from './markets/late-starts.ts';
import { lockMarket } from './markets/lock-market.ts';
import { type NewMarket, openMarket } from './markets/open-market.ts';
import { fundPool } from './practice/fund-pool.ts';
import { closeMarkets } from './settlement/close-markets.ts';
import { recordStart } from './settlement/feed-results-store.ts';

// Tests of two transactions that meet, where the first statement of the second one must wait. Races of
// many are in races.test.ts and cash-out-races.test.ts of betting.

let database: TestDatabase;
/** Another process. */
let other: Database;
/** A connection that soon reports that it waits. */
let hasty: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await openPatiently(database.url);
  hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
});
afterAll(async () => {
  await hasty.close();
  await other.close();
  await database.close();
});

/**
 * Begins `second` once `first` is done, and has `first` commit when `second` waits for it, or has ended without waiting.
 *
 * @param beforeCommit runs just before the commit
 */
async function inTurn<T>(
  first: (tx: Tx) => Promise<unknown>,
  second: (db: Db) => Promise<T>,
  beforeCommit: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<{ waited: boolean; answer: T }> {
  const { begun, waited } = await transaction(database.db, async (tx) => {
    await first(tx);
    const begun = begin(second(other.db));
    const waited = await begun.waitsOrEnds();
    await beforeCommit(tx);
    return { begun, waited };
  });
  return { waited, answer: await begun.answer };
}

/** Starts work, and tells once it waits for a lock or has ended: whether it waits. */
function begin<T>(answer: Promise<T>): { answer: Promise<T>; waitsOrEnds(): Promise<boolean> } {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  answer.then(end, end);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    answer,
    waitsOrEnds: async () => {
      await expect.poll(async () => hasEnded || (await rows(database.db, waiting)).length > 0).toBe(true);
      return !hasEnded;
    },
  };
}

/** The result of `work` while another transaction has locked rows, for which it must not wait. */
const beside = <T>(held: (tx: Tx) => Promise<unknown>, work: (db: Db) => Promise<T>): Promise<T> =>
  transaction(database.db, async (tx) => {
    await held(tx);
    return work(hasty.db);
  });

const holding = (query: SQL) => (tx: Tx) => tx.execute(query);

const SNOW: NewMarket = {
  title: 'Will it snow?',
  description: '',
  category: 'sports',
  subcategory: 'soccer',
  outcomes: [
    { name: 'Yes', probability: 0.5 },
    { name: 'No', probability: 0.5 },
  ],
  endsAt: new Date(Date.now() + 86_400_000),
  source: 'custom',
  lossBudget: usdc(6_000_000),
};

async function figure(query: SQL): Promise<string | null | undefined> {
  const [it] = await values(database.db, col.text.orNull, query);
  return it;
}

test('two servers that start at once fund the pool once', async () => {
  await transaction(database.db, async (tx) => {
    for (const kind of ['pool', 'fees', 'faucet', 'outside'] as const) await openAccount(tx, { kind });
  });
  await inTurn(
    (tx) => fundPool(tx),
    (db) => transaction(db, (tx) => fundPool(tx)),
  );
  expect(await figure(sql`select balance::text as it from accounts where kind = 'pool'`)).toBe(
    '10000000000000',
  );
});

test('a second market is refused if the first one left too little in the pool', async () => {
  const { answer } = await inTurn(
    (tx) => openMarket(tx, SNOW),
    (db) => transaction(db, (tx) => openMarket(tx, SNOW)),
  );
  expect(answer).toEqual({ kind: 'refused', reason: 'pool-too-small' });
});

describe('rows are locked in the order of their ids, wherever they are stored', () => {
  /** Users by the ids of their accounts, with the first one's row stored behind all others. */
  async function users(): Promise<string[]> {
    const bettors = [];
    while (bettors.length < 12) bettors.push((await aBettor(database.db)).session.userId);
    await database.db.execute(sql`update accounts set balance = balance where user_id = ${bettors[0]}`);
    return bettors;
  }

  /** While the first row is waited for, the others must be free. */
  async function expectOrder(
    from: SQL,
    [first, ...others]: string[],
    second: (tx: Tx) => Promise<unknown>,
  ): Promise<void> {
    await inTurn(
      holding(sql`select from ${from} = ${first} for update`),
      (db) => transaction(db, second),
      async (tx) => {
        const free = sql`select from ${from} in ${others} for update skip locked`;
        expect(await rows(tx, free)).toHaveLength(others.length);
      },
    );
  }

  test('accounts by entries', async () => {
    const all = await users();
    await expectOrder(sql`accounts where user_id`, all, (tx) =>
      recordEntries(
        tx,
        all.toReversed().map((userId) => ({
          key: `order:${userId}`,
          entry: faucetGrantEntry({ userId, amount: usdc(1) }),
        })),
      ),
    );
  });

  test('accounts by payouts', async () => {
    const all = await users();
    const { marketId } = await aMarket(database.db);
    await expectOrder(sql`accounts where user_id`, all, (tx) =>
      payOutBets(tx, {
        marketId,
        kind: 'settlement',
        key: `order:${marketId}`,
        ending: { kind: 'payout', marketVersion: null },
        payments: sql`
          select 'b_' || user_id as bet_id, user_id, 1::bigint as amount from accounts
          where user_id in ${all} order by user_id`,
      }),
    );
  });

  test('markets whose odds are stale', async () => {
    const pricedAt = new Date(Date.now() - 3_600_000);
    const ids: string[] = [];
    while (ids.length < 12) ids.push((await aFeedMarket(database.db, { pricedAt })).marketId);
    ids.sort();
    await database.db.execute(sql`update markets set title = title where id = ${ids[0]}`);
    await expectOrder(sql`markets where id`, ids, haltUnbettable);
  });
});

test('other markets are closed while one is locked', async () => {
  const markets = [await aMarket(database.db), await aMarket(database.db)] as const;
  const [{ marketId: locked }, { marketId: free }] = markets;
  await database.db.execute(sql`
    update markets set ends_at = clock_timestamp(), closes_at = clock_timestamp() where id in (${locked}, ${free})`);
  const held = holding(sql`select from markets where id = ${locked} for update`);
  expect(await beside(held, closeMarkets)).toEqual([free]);
});

test('markets of one game take turns', async () => {
  const one = await aFeedMarket(database.db);
  const two = await aFeedMarket(database.db, { gameId: one.gameId });
  const { waited } = await inTurn(
    (tx) => lockMarket(tx, one.marketId),
    (db) => transaction(db, (tx) => lockMarket(tx, two.marketId)),
  );
  expect(waited).toBe(true);
});

test.each(['games', 'markets'])(
  'an update of the feed waits for the row of the market in %s',
  async (table) => {
    const { marketId, gameId } = await aFeedMarket(database.db);
    const { waited } = await inTurn(
      holding(sql`select from ${sql.raw(table)} where id in (${marketId}, ${gameId}) for update`),
      (db) => transaction(db, (tx) => lockFollowed(tx, { by: 'game', ids: [gameId] })),
    );
    expect(waited).toBe(true);
  },
);

test('a live bet is decided by the current version of its market', async () => {
  const betting = aLiveProcess(database.db);
  const market = await aLiveMarket(database.db);
  const bettor = await aLiveBettor(database.db, betting);
  const { id: betId } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
  await inTurn(holding(sql`update markets set version = version + 1 where id = ${market.marketId}`), (db) =>
    transaction(db, (tx) => failLiveBets(tx, { failed: [{ betId, failure: 'not-included' }] })),
  );
  expect(
    await figure(sql`
      select (m.version - l.decided_version)::text as it
      from live_bets l join markets m on m.id = l.market_id where l.id = ${betId}`),
  ).toBe('0');
});

test('two servers that start at once migrate one after the other', async () => {
  const { database: older, client } = await anOlderDatabase('0024_epochs');
  const asked = new Set<string>();
  let isMigrated = false;
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrating = migratePostgres(older.url).then(() => {
      isMigrated = true;
    });
    // It asks again and again instead of waiting.
    await expect
      .poll(async () => {
        const { rows: asking } = await client.query<{ at: string }>(`
          select query_start::text as at from pg_stat_activity
          where datname = current_database() and query like 'select pg_try_advisory_lock(%'`);
        for (const { at } of asking) asked.add(at);
        return asked.size;
      })
      .toBeGreaterThan(1);
    expect(isMigrated).toBe(false);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await migrating;
    expect(isMigrated).toBe(true);
    // Nothing is left to do, so it takes no lock.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePostgres(older.url);
  } finally {
    await client.end();
    await older.close();
  }
});

test('a starting server does not wait for another one that cleans up', async () => {
  await database.db.execute(
    sql`insert into last_runs (name, ran_at) values ('probe gone', clock_timestamp() - interval '1 day')`,
  );
  const held = holding(sql`select from last_runs where name = 'probe gone' for update`);
  await beside(held, (db) => commitProbe(db, 'new')());
});

test('a guest whose account is being opened stays', async () => {
  const userId = 'guest-with-account';
  await database.db.execute(sql`
    insert into users (id, family, address_bytes, address, wallet_type, guest)
    values (${userId}, 'evm', '\\x00', '0x00', 'evm', true)`);
  await beside(
    (tx) => openAccount(tx, { kind: 'user', userId }),
    (db) => transaction(db, removeGuests),
  );
  expect(await figure(sql`select id as it from users where id = ${userId}`)).toBe(userId);
});

test('two servers that start at once note the grants once', async () => {
  await inTurn(
    (tx) => recordAudit(tx, { actor: { kind: 'system' }, action: 'grants.note', subject: 'grants' }),
    noteGrants,
  );
  expect(await figure(sql`select count(*)::text as it from audit where action = 'grants.note'`)).toBe('1');
});

test('each audit row includes the hash of the row before', async () => {
  const write = (tx: Tx) =>
    recordAudit(tx, { actor: { kind: 'system' }, action: 'locks.test', subject: 'audit' });
  let before = 0;
  const { answer } = await inTurn(
    async (tx) => {
      before = await write(tx);
    },
    (db) => transaction(db, write),
  );
  expect(answer).toBe(before + 1);
});

test('a market that can no longer be funded is not restored', async () => {
  const { marketId } = await aMarket(database.db, { lossBudget: usdc(1_000_000) });
  const bulk = (db: Db, action: 'archive' | 'restore') =>
    bulkMarkets(db, { action, ids: [marketId], actor: { kind: 'command-line' }, now: new Date() });
  await bulk(database.db, 'archive');
  const left = await figure(sql`select ${poolBalance}::text as it`);
  const { answer } = await inTurn(
    (tx) => openMarket(tx, { ...SNOW, lossBudget: microUsdc(BigInt(left ?? 0) - usdc(500_000)) }),
    (db) => bulk(db, 'restore'),
  );
  expect(answer.skipped).toHaveLength(1);
});

test('a grant that has just ended is given again as a new one', async () => {
  const { wallet } = anEvmWallet();
  const given = { role: 'guardian', wallet, now: new Date() } as const;
  await grantRole(database.db, { ...given, grantedBy: 'settings' });
  await inTurn(
    (tx) => revokeRole(tx, given),
    (db) =>
      runCommand(
        { db, mode: 'demo', now: new Date(), headFile: '/nowhere/heads.log', importGames: null, chain: null },
        ['grant-guardian', wallet.text, '--reason', 'Chosen'],
      ),
  );
  expect(
    await figure(sql`
      select before::text as it from audit
      where action = 'guardian.grant' and subject = ${wallet.text}`),
  ).toBe('null');
});

describe('a change that waits for a second admin', () => {
  async function aProposal() {
    const [one, two] = [await aBettor(database.db), await aBettor(database.db)].map(({ session }) => ({
      kind: 'admin' as const,
      userId: session.userId,
      address: session.wallet.text,
    }));
    if (one === undefined || two === undefined) throw new Error('there are two');
    const { changeId } = await transaction(database.db, (tx) =>
      proposeChange(tx, {
        kind: 'change-settings',
        subject: 'settings',
        payload: { autoImport: true },
        summary: { sentence: 'Imports games.', reason: { code: 'raise-needs-second' } },
        actor: one,
        refusal: { sentence: '', reason: { code: 'raise-needs-second' } },
      }),
    );
    return { two, id: changeId, rejection: { id: changeId, reason: 'Not yet', actor: two } };
  }

  test('is not rejected once it is approved', async () => {
    const { two, id, rejection } = await aProposal();
    const { answer } = await inTurn(
      holding(sql`
        update pending_changes set ended_at = clock_timestamp(), ended_as = 'approved', ended_by = ${two.userId}
        where id = ${id}`),
      (db) => rejectChange(db, rejection).catch((error: HttpError) => error.code),
    );
    expect(answer).toBe('wrong-state');
  });

  test('is looked up after a lost COMMIT once that has ended', async () => {
    const { id, rejection } = await aProposal();
    let commit = () => {};
    const committing = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let lost: Promise<void> | null = null;
    /** The first transaction loses its connection inside COMMIT, which the database still completes. */
    const losing = new Proxy(other.db, {
      get: (target, name) =>
        name !== 'transaction' || lost !== null
          ? Reflect.get(target, name)
          : (work: (tx: Tx) => Promise<unknown>) =>
              new Promise((_, reject) => {
                lost = target.transaction(async (tx) => {
                  await work(tx);
                  reject(new Error('the connection was lost'));
                  await committing;
                });
              }),
    });
    const rejected = begin(rejectChange(losing, rejection));
    await rejected.waitsOrEnds();
    commit();
    expect(await rejected.answer).toEqual({ id });
    await lost;
  });
});

test('a start that was just recorded is not recorded again', async () => {
  const { marketId, gameId } = await aFeedMarket(database.db);
  const heard = { marketId, gameId, began: new Date(), said: {} };
  await database.db.execute(sql`update markets set late_from = clock_timestamp() where id = ${marketId}`);
  await inTurn(
    async (tx) => {
      await tx.execute(sql`select from markets where id = ${marketId} for update`);
      await recordLateStart(tx, { ...heard, version: 1 });
    },
    (db) => recordStart(db, heard),
  );
  expect(await figure(sql`select count(*)::text as it from audit where subject = ${marketId}`)).toBe('1');
});

describe('on the chain', () => {
  const HASH = '0x0a';
  const RELAYER = { address: '0x0b', roles: ['relayer'] } as const;
  let betId: string;
  let userId: string;
  /** Two markets in the order of their ids, one of the feed, and one with a bet on its way to the chain. */
  let markets: string[];
  let game: Awaited<ReturnType<typeof aFeedMarket>>;
  let marketId: string;
  beforeAll(async () => {
    const { db } = database;
    const betting = aLiveProcess(db);
    const bettor = await aLiveBettor(db, betting);
    const market = await aLiveMarket(db);
    ({ marketId } = market);
    ({ userId } = bettor.session);
    ({ id: betId } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 })));
    markets = [await aLiveMarket(db), await aLiveMarket(db)].map((each) => each.marketId).sort();
    game = await aFeedMarket(db);
    await takenByContract(db, game);
    await followChainUpTo(db, 5);
  });

  const limitsOf = (id: string, logIndex = 0): Extract<ChainLog, { name: 'MarketLimitsChanged' }> => ({
    name: 'MarketLimitsChanged',
    args: { marketId: chainIdOf(id), maxHouseLoss: 1_000_000_000n, maxOdds: 5_000_000n },
    block: 6n,
    blockHash: HASH,
    txHash: HASH,
    logIndex,
  });
  const apply = (db: Db, logs: readonly ChainLog[]) =>
    transaction(db, async (tx) => {
      const after = await readCursor(tx);
      const block = { number: after.number + 1n, hash: HASH, at: new Date() } as const;
      return applyBlock(tx, PLACE.escrow, { after, block, logs, known: new Set(), balance: null });
    });
  const aCall = async (key: string, state = 'queued') => {
    const id = await figure(sql`
      insert into chain_calls (key, role, data, gas, state) values (${key}, 'relayer', '\\x00', 1, ${state})
      returning id::text as it`);
    return id ?? '';
  };
  const holdingBet = (tx: Tx) => lockLiveBets(tx, [betId]);

  test('one process at a time applies what the chain has decided', async () => {
    const { waited } = await inTurn(lockCursor, (db) => transaction(db, failOverdue));
    expect(waited).toBe(true);
  });

  test('the markets of a block are locked in the order of their ids, not of its events', async () => {
    const [first = '', second = ''] = markets;
    await inTurn(
      holding(sql`select from markets where id = ${first} for update`),
      (db) => apply(db, [limitsOf(second), limitsOf(first, 1)]),
      async (tx) => {
        const free = sql`select from markets where id = ${second} for update skip locked`;
        expect(await rows(tx, free)).toHaveLength(1);
      },
    );
  });

  test('the game of a market is locked before it', async () => {
    const { waited } = await inTurn(
      holding(sql`select from games where id = ${game.gameId} for update`),
      (db) => apply(db, [limitsOf(game.marketId)]),
    );
    expect(waited).toBe(true);
  });

  test.each([
    ['an event', (tx: Tx) => applyMarketEvent(tx, limitsOf(marketId))],
    [
      'a window that moves',
      (tx: Tx) =>
        moveWindow(tx, {
          ...limitsOf(marketId),
          name: 'ResultProposed',
          args: { marketId: chainIdOf(marketId), result: 0, evidenceHash: HASH, objectionEndsAt: 1n },
        }),
    ],
  ])('a market is locked before %s is applied to it', async (_, second) => {
    const { waited } = await inTurn(
      holding(sql`select from markets where id = ${marketId} for update`),
      (db) => transaction(db, second),
    );
    expect(waited).toBe(true);
  });

  test('a market that another process is working on is skipped', async () => {
    const situation = (db: Db) =>
      transaction(db, (tx) => lockSituation(tx, { marketId, hasGuardian: false }));
    expect(await beside(holding(sql`select from markets where id = ${marketId} for update`), situation)).toBe(
      null,
    );
    expect(await situation(database.db)).toMatchObject({ marketId });
  });

  test('a bet that is being decided is not shown in a block, not batched, and not marked as sent', async () => {
    const { db } = database;
    const included = { ...limitsOf(marketId), name: 'BetPlaced', args: { betId: chainIdOf(betId) } };
    await beside(holdingBet, (hastyDb) => showIncluded(hastyDb, [included as unknown as ChainLog]));
    // Batches wait for other bets, and need some time left, however busy this machine is.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`
          update live_bets set placed_at = placed_at - interval '1 second',
            accepted_until = deadline where id = ${betId}`,
      );
    });
    await beside(holdingBet, batchBets);
    await beside((tx) => tryLock(tx, 'chain batches'), batchBets);
    expect(await figure(sql`select place_call_id::text as it from live_bets where id = ${betId}`)).toBe(null);
    await batchBets(db);
    const callId = await figure(sql`select place_call_id::text as it from live_bets where id = ${betId}`);
    const sent = { id: callId ?? '', signer: '0x0c', nonce: 1 } as const;
    await beside(holdingBet, (hastyDb) => transaction(hastyDb, (tx) => markSent(tx, sent)));
    expect(await figure(sql`select state as it from chain_calls where id = ${callId}::bigint`)).toBe('sent');
  });

  test('a call that was just signed, perhaps by another key, is not signed again', async () => {
    const id = await aCall('signed');
    const { answer } = await inTurn(
      (tx) => markSent(tx, { id, signer: '0x0d', nonce: 1 }),
      (db) => transaction(db, (tx) => listQueued(tx, { roles: RELAYER.roles, limit: 9 })),
    );
    expect(answer).toEqual([]);
  });

  test('an account signs in one process at a time, also when it signs again', async () => {
    const { db } = database;
    await aCall('unsigned');
    // There is a nonce without a transaction before this one.
    const raw = serializeTransaction({ chainId: PLACE.chainId, nonce: 1, gas: 1n, maxFeePerGas: 1n });
    await db.execute(sql`
      insert into chain_transactions (signer, nonce, attempt, raw, hash, max_fee, signed_at)
      values ('\\x0b', 1, 1, decode(${raw.slice(2)}, 'hex'), '\\x00', 1, clock_timestamp() - interval '1 minute')`);
    const chain = {
      place: PLACE,
      fees: async () => ({ maxFee: 200n, tip: 1n }),
      head: async () => ({ latest: { at: new Date() } }),
    } as unknown as EscrowChain;
    // No key signs anything.
    const parts = { chain, keys: {} as ChainKeys };
    // Its first use, which creates the row, is the only one that others wait for.
    await transaction(db, (tx) => tryLock(tx, signerLock(RELAYER)));
    for (const work of [signCalls, raiseFees]) {
      const sign = (db: Db) => work({ db, ...parts }, { signer: RELAYER, fromNonce: 0 });
      expect(await beside((tx) => tryLock(tx, signerLock(RELAYER)), sign)).toBe(0);
      await expect(sign(db)).rejects.toThrow('sign');
    }
  });

  test('outflows are booked against the current balance of an account', async () => {
    await database.db.execute(sql`update accounts set balance = 1000000 where user_id = ${userId}`);
    await database.db.execute(sql`
      insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
      values (1, 1, '\\x00', '\\x00', 'SetAsideClaimed', '{}', clock_timestamp())`);
    await database.db.execute(sql`
      insert into chain_outflows (block_number, log_index, user_id, amount) values (1, 1, ${userId}, 1000000)`);
    await inTurn(holding(sql`update accounts set balance = 0 where user_id = ${userId}`), bookAllOutflows);
    expect(await figure(sql`select entry_id::text as it from chain_outflows`)).toBe(null);
  });

  describe('payouts', () => {
    const aPayout = (id: string, state: string, callKey: string | null, txHash: string | null) =>
      database.db.execute(sql`
        insert into chain_payouts (bet_id, market_id, user_id, amount, state, call_key, tx_hash, block_number)
        values (${id}, ${marketId}, ${userId}, 1, ${state}, ${callKey}, decode(${txHash}, 'hex'),
          ${txHash === null ? null : 1}::bigint)`);
    const calls = () => figure(sql`select count(*)::text as it from chain_calls`);
    let before: string | null | undefined;
    beforeAll(async () => {
      await aCall('failed', 'reverted');
      await aPayout('b_aaaaaaaaaaaaaaaaaaaa', 'sent', 'failed', null);
      await aPayout('b_bbbbbbbbbbbbbbbbbbbb', 'due', null, null);
      await aPayout('b_cccccccccccccccccccc', 'set-aside', null, '00');
      before = await calls();
    });

    test('in a block that another process applies are left to that process', async () => {
      const held = holding(sql`select from chain_payouts for update`);
      expect(await beside(held, (db) => payOnChain(db))).toBe(false);
      expect(await calls()).toBe(before);
    });

    test('are put into batches by one process at a time', async () => {
      expect(
        await beside(
          (tx) => tryLock(tx, 'chain payouts'),
          (db) => payOnChain(db),
        ),
      ).toBe(false);
      expect(await calls()).toBe(before);
    });
  });
});
