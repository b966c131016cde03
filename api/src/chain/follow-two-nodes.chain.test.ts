import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ROLES, type EscrowRole } from '@tallystone/core/escrow/escrow-abi';
import { microOdds } from '@tallystone/core/money/micro-usdc';
import { usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  anOpenMarket,
  aTestChain,
  balances,
  beginToFollow,
  follow,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode, type NodeAnswer } from '@tallystone/testkit/chain/lying-node.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimRun } from '../db/claim-run.ts';
import { col, rows } from '../db/rows.ts';
import { openHouse } from '../practice/open-house.ts';
import { createChainHealth } from './chain-health.ts';
import { readCursor } from './cursor-store.ts';
import { endAlert } from './end-alert.ts';
import type { EscrowChain } from './escrow-chain.ts';
import type { HouseKeys } from './keys.ts';
import { setLimitsCall } from './market-calls.ts';
import { type ChainWatch, watchChain } from './watch-chain.ts';

/** One of two nodes lies: no money is credited, there is an alert, and betting stops until it ends. */
const HOUSE = 1_000_000n * 1_000_000n;
/** The watch only looks when a test calls it. */
const NEVER_MS = 3_600_000;
const PAUSE_ABI = parseAbi(['function pause()', 'function unpause()']);
/** Far more than the chain's clock is ahead of ours. */
const AHEAD_SECONDS = 100_000;

let chain: TestChain;
let second: LyingNode;
let first: LyingNode;
beforeAll(async () => {
  chain = await aTestChain();
  first = await aLyingNode(chain.rpcUrl);
  second = await aLyingNode(chain.rpcUrl);
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  await chain.stop();
});

let database: TestDatabase;
let snapshot: unknown;
beforeEach(async () => {
  if (snapshot !== undefined) await chain.rpc('evm_revert', [snapshot]);
  snapshot = await chain.rpc('evm_snapshot');
  first.lie(null);
  second.lie(null);
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  await beginToFollow(database.db, chain);
  return () => database.close();
});

/** The real node and a lying one, or two lying ones. */
const aChain = (urls: readonly [string, string] = [chain.rpcUrl, second.url]): EscrowChain =>
  chain.connect(urls[1], urls[0]);

async function aWatch(
  over: EscrowChain = aChain(),
  now = () => new Date(),
  holders: HouseKeys['holders'] = {},
) {
  const health = createChainHealth();
  const alerts: (string | null)[] = [];
  const errors: unknown[] = [];
  // Claims the first turn, so that the watch only looks when a test calls it.
  await claimRun(database.db, { name: 'chain-watch', everyMs: 0 });
  const watch = await watchChain({
    db: database.db,
    chain: over,
    health,
    holders,
    onAlert: (alert) => alerts.push(alert?.kind ?? null),
    onError: (error) => errors.push(error),
    everyMs: NEVER_MS,
    now,
    limits: { newestSeconds: 60, finalSeconds: 1_000_000, aheadSeconds: AHEAD_SECONDS },
  });
  await watch.look();
  return { health, alerts, errors, watch };
}

async function aDeposit(): Promise<void> {
  await chain.mintEach([{ to: chain.escrow, amount: usdc(5) }]);
  await chain.finalise();
}

async function expectHeldWithoutCredit(
  {
    health,
    alerts,
    watch,
  }: { health: ReturnType<typeof createChainHealth>; alerts: unknown[]; watch: ChainWatch },
  kind: string,
): Promise<void> {
  await watch.look();
  expect(alerts.at(-1)).toBe(kind);
  const sentence =
    kind === 'paused'
      ? "The contract isn't taking new bets right now"
      : 'Betting is stopped while the blockchain is checked';
  expect(() => health.requireBettable()).toThrow(sentence);
  expect(await balances(database.db)).toMatchObject({ pool: HOUSE, outside: -HOUSE });
}

async function expectWellAgain(
  {
    health,
    alerts,
    watch,
  }: { health: ReturnType<typeof createChainHealth>; alerts: unknown[]; watch: ChainWatch },
  pool: bigint,
): Promise<void> {
  await watch.look();
  expect(alerts.at(-1)).toBeNull();
  expect(() => health.requireBettable()).not.toThrow();
  expect(await balances(database.db)).toMatchObject({ pool, outside: -pool });
}

/** Reports every transfer twice, the second time from another account. */
function withInventedDeposit({ method, result }: NodeAnswer): unknown {
  if (method !== 'eth_getLogs') return result;
  // The answer of nodes to this call.
  const logs = result as { logIndex: string }[];
  return logs.flatMap((log) => [log, { ...log, logIndex: `0x${(Number(log.logIndex) + 100).toString(16)}` }]);
}

test('a deposit that one node made up is not booked', async () => {
  const watched = await aWatch();
  expect(watched.alerts).toEqual([]);
  second.lie(withInventedDeposit);
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'disagreement');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a deposit that one node hides waits until both report it', async () => {
  const watched = await aWatch();
  second.lie(({ method, result }) => (method === 'eth_getLogs' ? [] : result));
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'disagreement');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('if both nodes hide a transfer, the balance shows it, and nothing of the block is kept', async () => {
  const watched = await aWatch(aChain([first.url, second.url]));
  const before = await readCursor(database.db);
  for (const node of [first, second]) {
    node.lie(({ method, result }) => (method === 'eth_getLogs' ? [] : result));
  }
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'books-differ');
  expect(await readCursor(database.db)).toEqual(before);
  first.lie(null);
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a balance that one node made up stops betting', async () => {
  const watched = await aWatch();
  const balanceCall = '0x70a08231';
  second.lie(({ method, params, result }) => {
    // The parameters of this call.
    const [call] = params as [{ data?: string; input?: string } | undefined];
    const isBalance = method === 'eth_call' && (call?.data ?? call?.input ?? '').startsWith(balanceCall);
    return isBalance ? `0x${'f'.repeat(12).padStart(64, '0')}` : result;
  });
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'disagreement');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a node on another chain counts as disagreeing', async () => {
  const watched = await aWatch();
  second.lie(({ method, result }) =>
    method === 'eth_getBlockByNumber' && result !== null
      ? { ...(result as object), hash: `0x${'9'.repeat(64)}` }
      : result,
  );
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'disagreement');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a node that switches to another chain stops betting until it is back on ours', async () => {
  const watched = await aWatch();
  // Nothing else that it says is wrong.
  second.lie(({ method, result }) => (method === 'eth_chainId' ? '0x13882' : result));
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'other-chain');
  expect(watched.health.problem()).toMatch(/^127\.0\.0\.1:\d+ is of chain 80002, and CHAIN_ID is 137\.$/);
  // Or the other chain does not have our contracts.
  second.lie(({ method, result }) => {
    if (method === 'eth_chainId') return '0x13882';
    return method === 'eth_call' ? '0x' : result;
  });
  await expectHeldWithoutCredit(watched, 'other-chain');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  expect(watched.alerts).toEqual(['other-chain', null]);
  await watched.watch.stop();
});

test('a stuck node is noticed by the age of its newest block', async () => {
  let ahead = 0;
  const chainNow = await chain.now();
  const watched = await aWatch(aChain(), () => new Date((chainNow + ahead) * 1000));
  const frozen = new Map<string, unknown>();
  second.lie(({ method, params, result }) => {
    const [which] = params;
    if (method !== 'eth_getBlockByNumber' || typeof which !== 'string' || which.startsWith('0x'))
      return result;
    if (!frozen.has(which)) frozen.set(which, result);
    return frozen.get(which);
  });
  await watched.watch.look();
  expect(watched.health.problem()).toBeNull();
  await aDeposit();
  ahead = 61;
  await expectHeldWithoutCredit(watched, 'stale');
  second.lie(null);
  ahead = 0;
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a node that does not answer stops betting after a minute', async () => {
  const watched = await aWatch();
  second.lie(() => {
    throw new Error('no answer');
  });
  await aDeposit();
  await watched.watch.look();
  expect(watched.errors.length).toBeGreaterThan(0);
  expect(watched.health.problem()).toBeNull();
  await database.db.execute(
    sql`update chain_cursor set reconciled_at = clock_timestamp() - interval '61 seconds'`,
  );
  await expectHeldWithoutCredit(watched, 'unread');
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a replaced final block stops betting, and nothing is applied any more', async () => {
  const before = await chain.rpc('evm_snapshot');
  const watched = await aWatch();
  await aDeposit();
  await watched.watch.look();
  expect(await balances(database.db)).toMatchObject({ pool: HOUSE + usdc(5) });
  await chain.rpc('evm_revert', [before]);
  await chain.mintEach([{ to: chain.escrow, amount: usdc(7) }]);
  await chain.finalise();
  await watched.watch.look();
  expect(watched.alerts).toEqual(['finality-broken']);
  expect(() => watched.health.requireBettable()).toThrow();
  expect(await balances(database.db)).toMatchObject({ pool: HOUSE + usdc(5) });
  await watched.watch.stop();
});

/** Reports other times for blocks. */
const atAnotherTime =
  (change: (seconds: number) => number) =>
  ({ method, result }: NodeAnswer): unknown => {
    if (method !== 'eth_getBlockByNumber' || result === null) return result;
    // The answer of nodes to this call.
    const block = result as { timestamp: string };
    return { ...block, timestamp: `0x${change(Number(block.timestamp)).toString(16)}` };
  };

test('a single node is not believed about the time of the lower final block', async () => {
  const watched = await aWatch();
  const before = await readCursor(database.db);
  await aDeposit();
  const lower = await chain.rpc('eth_getBlockByNumber', [`0x${(before.number + 1n).toString(16)}`, false]);
  const later = atAnotherTime((seconds) => seconds + 30 * 86_400);
  second.lie(({ params, ...rest }) =>
    later({ ...rest, params, ...(params[0] === 'finalized' && { result: lower }) }),
  );
  await expectHeldWithoutCredit(watched, 'disagreement');
  expect(await readCursor(database.db)).toEqual(before);
  second.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test.each([
  ['has not come yet', (seconds: number) => seconds + 2 * AHEAD_SECONDS],
  ['was before the last one', () => 1],
])('no bet fails by a time that %s, even if both nodes report it', async (_, change) => {
  const watched = await aWatch(aChain([first.url, second.url]));
  const before = await readCursor(database.db);
  for (const node of [first, second]) node.lie(atAnotherTime(change));
  await aDeposit();
  await expectHeldWithoutCredit(watched, 'contradiction');
  expect(await readCursor(database.db)).toEqual(before);
  for (const node of [first, second]) node.lie(null);
  await expectWellAgain(watched, HOUSE + usdc(5));
  await watched.watch.stop();
});

test('a paused contract stops betting until the pause ends, while deposits are still booked', async () => {
  const abi = PAUSE_ABI;
  const watched = await aWatch();
  expect(watched.health.problem()).toBeNull();
  await chain.send('owner', { data: encodeFunctionData({ abi, functionName: 'pause' }) });
  await watched.watch.look();
  expect(watched.alerts).toEqual(['paused']);
  expect(watched.health.problem()).toBe('The contract takes no new bets: its owner has paused it.');
  expect(() => watched.health.requireBettable()).toThrow("The contract isn't taking new bets right now");
  await aDeposit();
  await watched.watch.look();
  expect(await balances(database.db)).toMatchObject({ pool: HOUSE + usdc(5) });
  await chain.send('owner', { data: encodeFunctionData({ abi, functionName: 'unpause' }) });
  await expectWellAgain(watched, HOUSE + usdc(5));
  expect(watched.alerts).toEqual(['paused', null]);
  await watched.watch.stop();
});

test('alerts are reported even while a waiting event cannot be retried', async () => {
  const { db } = database;
  const { marketId } = await anOpenMarket(db, chain);
  await db.execute(sql`alter table chain_markets add constraint a_test check (max_odds <> 5000000)`);
  const limits = { maxHouseLoss: usdc(10_000), maxOdds: microOdds(5_000_000n) };
  await chain.send('risk-manager', setLimitsCall({ marketId, ...limits }));
  await chain.finalise();
  await follow(db, chain.escrowChain);
  await endAlert(db, { reason: 'Looked at.' });
  await db.execute(sql`alter table chain_markets drop constraint a_test`);
  // Like a lock that another transaction keeps for too long.
  await db.execute(sql`
    create function a_test() returns trigger language plpgsql
    as $$ begin raise exception 'locked' using errcode = '55P03'; end $$`);
  await db.execute(
    sql`create trigger a_test before update on chain_markets for each row execute function a_test()`,
  );
  await chain.send('owner', { data: encodeFunctionData({ abi: PAUSE_ABI, functionName: 'pause' }) });
  const watched = await aWatch();
  expect(watched.health.problem()).toBe('The contract takes no new bets: its owner has paused it.');
  expect(watched.errors).toHaveLength(1);
  await db.execute(sql`drop trigger a_test on chain_markets`);
  await watched.watch.look();
  expect(await rows(db, sql`select from chain_unapplied`)).toEqual([]);
  await watched.watch.stop();
});

describe('roles that change hands', () => {
  const abi = parseAbi([
    'function offerRole(uint8 role, address account)',
    'function takeRole(uint8 role)',
    'function transferOwnership(address newOwner)',
    'function acceptOwnership()',
  ]);
  const STRANGER = `0x${'5'.repeat(40)}` as const;
  const roleNumber = (role: EscrowRole) => ESCROW_ROLES.indexOf(role);
  const offer = (role: EscrowRole, account: Hex) =>
    chain.send('owner', {
      data: encodeFunctionData({ abi, functionName: 'offerRole', args: [roleNumber(role), account] }),
    });
  const offerOwnership = (newOwner: Hex) =>
    chain.send('owner', {
      data: encodeFunctionData({ abi, functionName: 'transferOwnership', args: [newOwner] }),
    });
  /** Roles are offered to the relayer, who has none. */
  const takeOffered = (role: EscrowRole) =>
    chain.send('relayer', {
      data: encodeFunctionData({ abi, functionName: 'takeRole', args: [roleNumber(role)] }),
    });
  const acceptOffered = () =>
    chain.send('relayer', { data: encodeFunctionData({ abi, functionName: 'acceptOwnership' }) });
  const take = async (role: EscrowRole) => {
    await offer(role, accountOf('relayer'));
    await takeOffered(role);
  };

  test.each<[string, { offers(to: Hex): Promise<unknown>; takes(): Promise<unknown> }]>([
    ['role guardian', { offers: (to) => offer('guardian', to), takes: () => takeOffered('guardian') }],
    ['ownership', { offers: offerOwnership, takes: acceptOffered }],
  ])(
    'betting stops when the %s is offered and when it is taken, before that is final, until an admin ends the alert',
    async (what, { offers, takes }) => {
      const watched = await aWatch();
      const to = accountOf('relayer');
      await offers(to);
      await expectHeldUntilLookedAt(watched, `the ${what} was offered to ${to} in 0x`);
      await takes();
      await expectHeldUntilLookedAt(watched, `the ${what} was taken by ${to} in 0x`);
      await watched.watch.stop();
    },
  );

  async function expectHeldUntilLookedAt(
    { watch, alerts, health }: Awaited<ReturnType<typeof aWatch>>,
    said: string,
  ): Promise<void> {
    const before = alerts.length;
    await watch.look();
    expect(alerts.slice(before)).toEqual(['roles-changing']);
    expect(health.problem()).toContain(said);
    expect(() => health.requireBettable()).toThrow('Betting is stopped while the blockchain is checked');
    await chain.finalise();
    await watch.look();
    expect(alerts.slice(before)).toEqual(['roles-changing', 'roles-changed']);
    expect(health.problem()).toContain(said);
    await watch.look();
    await endAlert(database.db, { reason: 'As we planned.' });
    await watch.look();
    expect(alerts.slice(before)).toEqual(['roles-changing', 'roles-changed', null]);
    expect(health.problem()).toBeNull();
  }

  test('the alert ends if its block is taken back', async () => {
    const watched = await aWatch();
    const before = await chain.rpc('evm_snapshot');
    await offer('acceptance-signer', STRANGER);
    await watched.watch.look();
    await chain.rpc('evm_revert', [before]);
    await watched.watch.look();
    expect(watched.alerts).toEqual(['roles-changing', null]);
    await watched.watch.stop();
  });

  test('it is enough if one node reports it', async () => {
    await offer('guardian', STRANGER);
    const known = await chain.rpc('eth_getLogs', [{ address: chain.escrow, fromBlock: 'latest' }]);
    await chain.rpc('evm_revert', [snapshot]);
    snapshot = await chain.rpc('evm_snapshot');
    const watched = await aWatch();
    second.lie(({ method, params, result }) => {
      // The parameters of this call.
      const [filter] = params as [{ toBlock?: string } | undefined];
      return method === 'eth_getLogs' && filter?.toBlock === 'latest' ? inLaterBlocks(known) : result;
    });
    await expectHeldWithoutCredit(watched, 'roles-changing');
    second.lie(null);
    await expectWellAgain(watched, HOUSE);
    await watched.watch.stop();
  });

  const asksOfRoles = ({ method, params }: NodeAnswer): boolean => {
    // The parameters of this call.
    const [filter] = params as [{ toBlock?: string } | undefined];
    return method === 'eth_getLogs' && filter?.toBlock === 'latest';
  };
  const NO_EVENT = { topics: [`0x${'e'.repeat(64)}`], data: '0x' };

  test('a node with senseless answers counts as silent: a pause is still reported, and betting stops in time', async () => {
    const watched = await aWatch();
    second.lie((answer) => (asksOfRoles(answer) ? [anEvent(NO_EVENT)] : answer.result));
    await database.db.execute(
      sql`update chain_cursor set reconciled_at = clock_timestamp() - interval '61 seconds'`,
    );
    await expectHeldWithoutCredit(watched, 'unread');
    await chain.send('owner', { data: encodeFunctionData({ abi: PAUSE_ABI, functionName: 'pause' }) });
    await expectHeldWithoutCredit(watched, 'paused');
    await chain.send('owner', { data: encodeFunctionData({ abi: PAUSE_ABI, functionName: 'unpause' }) });
    second.lie(null);
    await expectWellAgain(watched, HOUSE);
    await watched.watch.stop();
  });

  test('two nodes are enough if a third gives senseless answers', async () => {
    await offer('guardian', STRANGER);
    second.lie((answer) => (asksOfRoles(answer) ? [anEvent(NO_EVENT)] : answer.result));
    const watched = await aWatch(chain.connect(second.url, chain.rpcUrl, first.url));
    expect(watched.alerts).toEqual(['roles-changing']);
    expect(watched.errors).toEqual([]);
    await watched.watch.stop();
  });

  test('a node that answers for few blocks at a time gets requests for few', async () => {
    const watched = await aWatch();
    await offer('guardian', STRANGER);
    for (let i = 0; i < 6; i++) await chain.mintEach([{ to: STRANGER, amount: 1n }]);
    const newest = Number(await chain.rpc('eth_blockNumber', []));
    second.lie((answer) => {
      // The parameters of this call.
      const [filter] = answer.params as [{ fromBlock?: string } | undefined];
      if (asksOfRoles(answer) && newest - Number(filter?.fromBlock) > 2) throw new Error('too many blocks');
      return answer.result;
    });
    await expectHeldWithoutCredit(watched, 'roles-changing');
    expect(watched.errors).toEqual([]);
    await watched.watch.stop();
  });

  test('a key that has lost its role stops betting even after an admin ended the alert', async () => {
    const holders = { 'acceptance-signer': accountOf('acceptance'), guardian: accountOf('guardian') };
    const watched = await aWatch(aChain(), undefined, holders);
    expect(watched.health.problem()).toBeNull();
    await take('acceptance-signer');
    await chain.finalise();
    await watched.watch.look();
    await endAlert(database.db, { reason: 'As we planned.' });
    await watched.watch.look();
    expect(watched.alerts).toEqual(['roles-changed', 'role-lost']);
    expect(watched.health.problem()).toBe(
      `The contract's acceptance-signer is ${accountOf('relayer')}, and the key in CHAIN_KEYS_DIR is of ${holders['acceptance-signer']}.`,
    );
    await watched.watch.stop();
  });

  const accountOf = (name: string): Hex =>
    // An address in lower case is still an address.
    privateKeyToAccount(chain.keys[name] ?? '0x').address.toLowerCase() as Hex;

  const anEvent = (said: object) => ({
    address: chain.escrow,
    blockNumber: '0xffffff',
    blockHash: `0x${'b'.repeat(64)}`,
    transactionHash: `0x${'c'.repeat(64)}`,
    logIndex: '0x0',
    ...said,
  });

  function inLaterBlocks(logs: unknown): unknown {
    // The answer of nodes to this call.
    return (logs as { blockNumber: string }[]).map((log) => ({ ...log, blockNumber: '0xffffff' }));
  }
});

test('it is enough if one node reports that the contract is paused', async () => {
  const pausedCall = '0x5c975abb';
  const watched = await aWatch();
  second.lie(({ method, params, result }) => {
    // The parameters of this call.
    const [call] = params as [{ data?: string; input?: string } | undefined];
    const isPaused = method === 'eth_call' && (call?.data ?? call?.input ?? '') === pausedCall;
    return isPaused ? `0x${'1'.padStart(64, '0')}` : result;
  });
  await expectHeldWithoutCredit(watched, 'paused');
  second.lie(null);
  await expectWellAgain(watched, HOUSE);
  await watched.watch.stop();
});

test('the audit has each alert and its end', async () => {
  const watched = await aWatch();
  second.lie(withInventedDeposit);
  await aDeposit();
  await watched.watch.look();
  await watched.watch.look();
  second.lie(null);
  await watched.watch.look();
  const found = await rows(
    database.db,
    { action: col.text, subject: col.text },
    sql`select action, subject from audit where action like 'chain.%' order by id`,
  );
  expect(found).toEqual([
    { action: 'chain.alert', subject: 'disagreement' },
    { action: 'chain.alert-ended', subject: 'disagreement' },
  ]);
  await watched.watch.stop();
});
