import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBettor,
  anAcceptedBet,
  anOpenMarket,
  aSignedBet,
  aTestChain,
  balances,
  beginToFollow,
  endOnChain,
  follow,
  liveBet,
  payOnTestChain,
  placeOnChain,
  signerAt,
  signerOf,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode, type NodeAnswer } from '@tallystone/testkit/chain/lying-node.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CommandRefused, runCommand } from '../admin/run-command.ts';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import { onChain, onChainColumns, onChainRow, withOnChain } from '../betting/on-chain.ts';
import { claimRun } from '../db/claim-run.ts';
import { col, row, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { openHouse } from '../practice/open-house.ts';
import { receiptChain } from '../settlement/receipt-chain.ts';
import { applyWaiting } from './apply-logs.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import { createChainHealth } from './chain-health.ts';
import { bookedBalance, readCursor, readFollowedState, recordAlert } from './cursor-store.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { followCalls } from './follow-calls.ts';
import { loadKeys } from './keys.ts';
import { proposeCall, setLimitsCall } from './market-calls.ts';
import { listKeptEvents } from './moved-store.ts';
import { type AcceptedBet, placeCall } from './place-call.ts';
import { queueCall } from './queue-call.ts';
import { raiseFees } from './raise-fees.ts';
import { carryBets, hasCalls, placeKey } from './relay-store.ts';
import { signCalls } from './sign-calls.ts';
import { type ChainWatch, watchChain } from './watch-chain.ts';

/** Final blocks are replaced on a real node. The tests follow the steps of the runbook. */
const NEVER_MS = 3_600_000;
const WHY = ['--reason', 'Two explorers show block after block as the nodes do'];
const TOKEN_ABI = parseAbi(['function transfer(address to, uint256 amount) returns (bool)']);
const HELD = 'Betting is stopped while the blockchain is checked';

let chain: TestChain;
let first: LyingNode;
let second: LyingNode;
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
  for (const node of [first, second]) node.lie(null);
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  await beginToFollow(database.db, chain);
  return () => database.close();
});

/** A server that only looks when a test calls it, and its command line. */
async function aServer(nodes: EscrowChain = chain.connect(second.url, first.url)) {
  const { db } = database;
  const health = createChainHealth();
  const alerts: (string | null)[] = [];
  await claimRun(db, { name: 'chain-watch', everyMs: 0 });
  const watch: ChainWatch = await watchChain({
    db,
    chain: nodes,
    health,
    onAlert: (alert) => alerts.push(alert?.kind ?? null),
    onError: () => undefined,
    everyMs: NEVER_MS,
    limits: { newestSeconds: 1_000_000, finalSeconds: 1_000_000, aheadSeconds: 100_000 },
  });
  const tallyAt = (now: Date, words: readonly string[]) =>
    runCommand(
      { db, mode: 'live', now, headFile: '/nowhere/heads.log', importGames: null, chain: nodes },
      words,
    );
  // The clock of this chain is ahead.
  const tally = async (...words: string[]) => tallyAt(new Date((await chain.now()) * 1000), words);
  return {
    health,
    alerts,
    look: () => watch.look(),
    stop: () => watch.stop(),
    rejoin: () => tally('rejoin-chain', ...WHY),
    rejoinAt: (now: Date) => tallyAt(now, ['rejoin-chain', ...WHY]),
    tally,
  };
}

type Server = Awaited<ReturnType<typeof aServer>>;

/** A bet that bettor and house have signed, before its stake is on the chain. */
async function aBet(): Promise<AcceptedBet> {
  const { db } = database;
  const market = await anOpenMarket(db, chain);
  const bettor = await aLiveBettor(db, chain);
  await chain.finalise();
  return anAcceptedBet(db, chain, { market, bettor });
}

const deposit = (amount: number) => chain.mintEach([{ to: chain.escrow, amount: usdc(amount) }]);

/** The point from which the chain can get another history. */
const fork = () => chain.rpc('evm_snapshot');

/** Undoes everything since the fork. */
async function replace(from: unknown): Promise<void> {
  expect(await chain.rpc('evm_revert', [from])).toBe(true);
}

/** Makes other blocks first, so that repeated events are in later blocks. */
const mine = (blocks: number) => chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);

async function expectHeld({ look, alerts, health }: Server): Promise<void> {
  await look();
  expect(alerts.at(-1)).toBe('finality-broken');
  expect(() => health.requireBettable()).toThrow(HELD);
}

async function expectWell({ look, alerts, health }: Server): Promise<void> {
  await look();
  expect(alerts.at(-1)).toBeNull();
  expect(() => health.requireBettable()).not.toThrow();
  const { number } = await readCursor(database.db);
  expect(number).toBe((await chain.escrowChain.head()).finalized.number);
  const { bettors, house } = await unbookedOutflows(database.db);
  const booked = (await bookedBalance(database.db)) - bettors - house;
  expect(booked).toBe(await chain.escrowChain.balance(number));
  const verdicts = await checkInvariants(database.db, { kind: 'everything' });
  expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
}

/** Everything that a refusal must leave unchanged. */
async function everything() {
  const { db } = database;
  const count = (table: string) => rows(db, sql`select count(*)::int from ${sql.identifier(table)}`);
  return {
    cursor: await readCursor(db),
    balances: await balances(db),
    rows: await Promise.all(['entries', 'audit', 'chain_events', 'chain_moved', 'chain_outflows'].map(count)),
  };
}

async function expectRefused(does: () => Promise<unknown>, ...said: (string | RegExp)[]): Promise<string> {
  const before = await everything();
  const error = await does().then(
    () => expect.unreachable('it was not refused'),
    (found: unknown) => found,
  );
  if (!(error instanceof CommandRefused)) throw error;
  for (const each of said) expect(error.message).toMatch(each);
  expect(await everything()).toEqual(before);
  return error.message;
}

/** A node has the event at exactly the place that the receipt names. */
async function expectReceiptOnChain(betId: string): Promise<void> {
  const receipt = await transaction(database.db, (tx) => receiptChain(tx, betId));
  for (const place of [receipt?.placed, receipt?.ended]) {
    if (place === undefined) continue;
    // The answer of nodes to this call.
    const found = (await chain.rpc('eth_getTransactionReceipt', [place.txHash])) as {
      blockNumber: string;
      logs: { logIndex: string; topics: string[] }[];
    } | null;
    expect(Number(found?.blockNumber)).toBe(place.block);
    const log = found?.logs.find(({ logIndex }) => Number(logIndex) === place.logIndex);
    expect(log?.topics[1]).toBe(chainIdOf(betId));
  }
  const shown = await row(
    database.db,
    onChainRow,
    sql`select ${onChainColumns} from live_bets l ${withOnChain} where l.id = ${betId}`,
  );
  expect(onChain(shown)).toMatchObject({
    txHash: receipt?.placed.txHash,
    chain: { block: receipt?.placed.block },
  });
}

test('if the same events are in other blocks, the books stay as they are, and receipts name the new blocks', async () => {
  const { db } = database;
  const bet = await aBet();
  const server = await aServer();
  const before = await fork();
  const happens = async () => {
    await placeOnChain(chain, [bet]);
    await deposit(5);
    await endOnChain(chain, bet.marketId, 'void');
    await payOnTestChain(chain, [bet.id]);
    await chain.finalise();
  };
  await happens();
  await server.look();
  expect(server.alerts).toEqual([]);
  const booked = await everything();
  const was = await transaction(db, (tx) => receiptChain(tx, bet.id));

  await replace(before);
  await mine(3);
  await happens();
  await expectHeld(server);
  const tooEarly = new Date(((await chain.now()) - 1000) * 1000);
  await expectRefused(() => server.rejoinAt(tooEarly), 'has not come yet. Nothing was changed');
  const said = await server.rejoin();
  expect(said).toEqual([
    expect.stringMatching(/^The books follow the chain again, from block \d+ \(0x[0-9a-f]{64}\) on\.$/),
    expect.stringMatching(
      /^Of 7 events after block \d+, all are on the chain, .*; 7 of them are in other blocks/,
    ),
    'Betting reopens once the newest final block is in the books.',
    'The full comparison is in the audit.',
  ]);
  await expectWell(server);

  const { rows: counted, balances: held } = await everything();
  // The result does not depend on the size of a page.
  const kept = await listKeptEvents(db, -1n);
  expect(kept.length).toBeGreaterThan(7);
  expect(await listKeptEvents(db, -1n, { page: 2 })).toEqual(kept);
  expect(held).toEqual(booked.balances);
  expect([counted[0], counted[2], counted[4]]).toEqual([booked.rows[0], booked.rows[2], booked.rows[4]]);
  const now = await transaction(db, (tx) => receiptChain(tx, bet.id));
  expect(now?.placed).toEqual({
    ...was?.placed,
    block: Number(was?.placed.block) + 3,
  });
  await expectReceiptOnChain(bet.id);
  const trail = await rows(
    db,
    { action: col.text, reason: col.text, after: col.json },
    sql`select action, reason, after from audit where actor = 'command-line' order by id`,
  );
  expect(trail).toMatchObject([
    { action: 'chain.alert-ended', reason: WHY[1] },
    {
      action: 'chain.rejoin',
      reason: WHY[1],
      after: {
        ofEvents: 7,
        events: expect.arrayContaining([
          expect.objectContaining({
            name: 'BetPlaced',
            txHash: was?.placed.txHash,
            was: expect.objectContaining({ block: String(was?.placed.block) }),
            is: expect.objectContaining({ block: String(now?.placed.block) }),
          }),
        ]),
      },
    },
  ]);
  await server.stop();
});

test('new events are applied as usual, before and after the old block of the cursor', async () => {
  const bet = await aBet();
  const other = await aBet();
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await mine(6);
  await chain.finalise();
  await server.look();

  await replace(before);
  await mine(1);
  await placeOnChain(chain, [bet]);
  await mine(1);
  await placeOnChain(chain, [other]);
  await chain.finalise();
  await deposit(7);
  await chain.finalise();
  await expectHeld(server);
  const said = await server.rejoin();
  expect(said.join('\n')).toMatch(
    new RegExp(`New, and in the books now: the bet ${other.id} of 0x.*, with a stake of 10\\.00 USDC`),
  );
  expect(await liveBet(database.db, other.id)).toMatchObject({ state: 'confirmed' });
  await expectWell(server);
  expect(await liveBet(database.db, bet.id)).toMatchObject({ state: 'confirmed' });
  for (const { id } of [bet, other]) await expectReceiptOnChain(id);
  await server.stop();
});

test('a new bet that the books never accepted raises its own alert, and is listed', async () => {
  const bet = await aBet();
  const stranger = await aLiveBettor(database.db, chain);
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await mine(6);
  await chain.finalise();
  await server.look();

  await replace(before);
  const on = { marketId: bet.marketId, outcomeIds: [] };
  const unknown = await aSignedBet(chain, { market: on, bettor: stranger });
  await mine(1);
  await placeOnChain(chain, [bet]);
  await placeOnChain(chain, [unknown]);
  await mine(6);
  await chain.finalise();
  await expectHeld(server);
  const said = (await server.rejoin()).join('\n');
  expect(said).toContain(
    'Betting stays held by what came besides: The escrow took a bet that the books did not accept',
  );
  expect(said).not.toContain('Betting reopens once');
  await server.look();
  expect(server.alerts).toEqual(['finality-broken', 'unknown-bet']);
  await server.tally('end-chain-alert', ...WHY);
  await expectWell(server);
  await server.stop();
});

test('a proposal in a block with another time is the same one, and guardians have until its new window ends', async () => {
  const { db } = database;
  const { marketId } = await anOpenMarket(db, chain);
  const server = await aServer();
  const before = await fork();
  const propose = () =>
    chain.send('resolver', proposeCall({ marketId, result: 'void', evidenceHash: `0x${'1'.repeat(64)}` }));
  const endsAt = async () => {
    const [market] = await rows(
      db,
      { ends: col.number },
      sql`select extract(epoch from objection_ends_at)::int as ends from chain_markets where market_id = ${marketId}`,
    );
    return market?.ends;
  };
  await propose();
  const then = await chain.now();
  await chain.finalise();
  await server.look();
  expect(await endsAt()).toBe(then);

  await replace(before);
  await chain.passTime(30);
  await propose();
  await chain.finalise();
  await expectHeld(server);
  await server.rejoin();
  expect(await endsAt()).toBe(then + 30);
  // If the proposal still waits to be applied, it is applied with the current window.
  const [event] = await rows(
    db,
    { ends: col.text },
    sql`select e.args ->> 'objectionEndsAt' as ends from ${eventsOnChain} e where e.name = 'ResultProposed'`,
  );
  expect(event?.ends).toBe(String(then + 30));
  await expectWell(server);
  await server.stop();
});

test('new events in the block of the last known event are applied, and that event only once', async () => {
  const bet = await aBet();
  const other = await aBet();
  const server = await aServer();
  const before = await fork();
  await mine(2);
  await placeOnChain(chain, [bet]);
  await chain.finalise();
  await server.look();

  await replace(before);
  await chain.rpc('evm_setAutomine', [false]);
  const [one, two] = [placeOnChain(chain, [bet]), deposit(3)];
  // Both wait for a block.
  await expect
    .poll(async () => ((await chain.rpc('txpool_status')) as { pending: string }).pending, {
      timeout: 60_000,
    })
    .toBe('0x2');
  await mine(1);
  await Promise.all([one, two]);
  await chain.rpc('evm_setAutomine', [true]);
  await mine(4);
  await chain.finalise();
  await expectHeld(server);
  expect((await server.rejoin()).join('\n')).toContain('New, and in the books now: a deposit of 3.00 USDC');
  await expectWell(server);
  await expectReceiptOnChain(bet.id);
  expect(await liveBet(database.db, other.id)).toMatchObject({ state: 'pending' });
  await server.stop();
});

test('a bet that is gone is listed with its money, and nothing changes until it is back', async () => {
  const { db } = database;
  const bet = await aBet();
  const server = await aServer();
  const parts = { db, chain: chain.escrowChain, keys: loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '').keys };
  const { roles } = signerOf(parts.keys, 'relayer');
  const relayer = () => signerAt(parts, 'relayer');
  const before = await fork();
  await transaction(db, async (tx) => {
    const key = placeKey('1');
    await queueCall(tx, { key, role: 'relayer', ...placeCall([bet]) });
    await carryBets(tx, { key, betIds: [bet.id] });
  });
  await signCalls(parts, await relayer());
  await broadcastCalls(parts, await relayer());
  await chain.finalise();
  await followCalls(parts, await relayer());
  await server.look();
  expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed' });
  expect(await hasCalls(db, { signer: (await relayer()).signer.address, roles })).toBe(false);

  await replace(before);
  await deposit(4);
  await chain.finalise();
  await expectHeld(server);
  const message = await expectRefused(
    server.rejoin,
    `Gone: the bet ${bet.id} of ${bet.bettor}, with a stake of 10.00 USDC for a payout of 19.00 USDC, in 0x`,
    'The books have this stake and may owe this payout; the contract has no such bet.',
    /New: a deposit of 4\.00 USDC from 0x0{40}, in 0x[0-9a-f]{64} of block \d+\. The books do not know it\./,
    'By these events the contract holds 6.00 USDC less than the books say.',
    /with the database as it was before 20\d\d-/,
  );
  expect(message).not.toContain('Changed');
  await expectHeld(server);

  // The relayer has no other work, and sends the same bytes again, whatever the current fees are.
  await db.execute(sql`
    update chain_transactions set signed_at = signed_at - interval '1 hour', broadcast_at = broadcast_at - interval '1 hour'`);
  expect(await hasCalls(db, { signer: (await relayer()).signer.address, roles })).toBe(true);
  expect(await raiseFees(parts, await relayer())).toBe(0);
  await broadcastCalls(parts, await relayer());
  await chain.finalise();
  await expectHeld(server);
  expect((await server.rejoin()).join('\n')).toContain('New, and in the books now: a deposit of 4.00 USDC');
  expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed' });
  await expectWell(server);
  await expectReceiptOnChain(bet.id);
  await server.stop();
});

test('an event in another transaction or with another amount is a different event', async () => {
  const bet = await aBet();
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await deposit(5);
  await chain.finalise();
  await server.look();

  await replace(before);
  // Another transaction of the relayer has that nonce.
  await chain.send('relayer', { data: '0x', to: chain.usdc }).catch(() => undefined);
  await placeOnChain(chain, [bet]);
  await deposit(6);
  await chain.finalise();
  await expectHeld(server);
  await expectRefused(
    server.rejoin,
    new RegExp(`Changed: the bet ${bet.id} of .* in 0x.* is now: the bet ${bet.id} of`),
    'Gone: a deposit of 5.00 USDC',
    "The books count it to the house's pool; the contract does not hold it.",
    'New: a deposit of 6.00 USDC',
    'By these events the contract holds 1.00 USDC more than the books say.',
  );
  await expectHeld(server);
  await server.stop();
});

test('the balance of the contract is compared however old the last event is, and a difference is refused', async () => {
  const server = await aServer();
  const before = await fork();
  await deposit(5);
  await chain.finalise();
  await server.look();

  await replace(before);
  await mine(1);
  await deposit(5);
  // By then nodes have forgotten the contract's balance after that block.
  await mine(100);
  await deposit(3);
  await chain.finalise();
  await expectHeld(server);
  for (const node of [first, second]) {
    node.lie(({ params: [call], result }) =>
      JSON.stringify(call ?? null).includes('0x70a08231')
        ? `0x${(BigInt(String(result)) + 1n).toString(16).padStart(64, '0')}`
        : result,
    );
  }
  await expectRefused(server.rejoin, /the escrow holds .* USDC and the books say/);
  for (const node of [first, second]) node.lie(null);
  await server.rejoin();
  await expectWell(server);
  await server.stop();
});

test('a new event at the same place as a booked one is refused', async () => {
  const relayer = privateKeyToAccount(chain.keys.relayer ?? '0x').address;
  await chain.mintEach([{ to: relayer, amount: usdc(2) }]);
  const server = await aServer();
  const before = await fork();
  await deposit(5);
  await chain.finalise();
  await server.look();

  await replace(before);
  const data = encodeFunctionData({ abi: TOKEN_ABI, args: [chain.escrow, usdc(2)] });
  await chain.send('relayer', { to: chain.usdc, data });
  await deposit(5);
  await chain.finalise();
  await expectHeld(server);
  await expectRefused(server.rejoin, 'New on the chain is a deposit of 2.00 USDC', 'cannot hold both');
  await server.stop();
});

test('blocks that are replaced a second time are rejoined a second time', async () => {
  const bet = await aBet();
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await chain.finalise();
  await server.look();
  let from = before;
  for (const blocks of [2, 4]) {
    await replace(from);
    // Reverting a chain uses up the snapshot.
    from = await fork();
    await mine(blocks);
    await placeOnChain(chain, [bet]);
    await chain.finalise();
    await expectHeld(server);
    await server.rejoin();
    await expectWell(server);
    await expectReceiptOnChain(bet.id);
  }
  await server.stop();
});

test('if nodes were wrong for a while, the alert ends when they are right again, and the command says so', async () => {
  const server = await aServer();
  await deposit(5);
  await chain.finalise();
  await server.look();
  const before = await everything();
  for (const node of [first, second]) node.lie(otherBlocks);
  await expectHeld(server);
  expect((await everything()).cursor).toEqual(before.cursor);
  for (const node of [first, second]) node.lie(null);
  await expectRefused(server.rejoin, 'the nodes are right again, and the alert ends by itself');
  await expectWell(server);
  expect(server.alerts).toEqual(['finality-broken', null]);
  await server.stop();
});

test('if histories cannot be compared now, the command refuses with a sentence and changes nothing', async () => {
  const server = await aServer();
  await server.look();
  await expectRefused(server.rejoin, 'No chain alert is stopping betting; nothing was changed.');
  const rolesChanged = { kind: 'roles-changed', sentence: 'The contract came under other hands.' } as const;
  await transaction(database.db, (tx) => recordAlert(tx, rolesChanged));
  await expectRefused(server.rejoin, 'What holds betting is another alert (roles-changed)');
  await server.tally('end-chain-alert', ...WHY);
  await expectRefused(() => server.tally('rejoin-chain'), 'Add a reason');
  await expectRefused(() => server.tally('rejoin-chain', 'now', ...WHY), 'Expected 0 words');
  const before = await fork();
  await deposit(5);
  await chain.finalise();
  await server.look();
  await replace(before);
  await deposit(7);
  await chain.finalise();
  await expectHeld(server);

  const stopped = { db: database.db, now: new Date(), headFile: '/nowhere', importGames: null, chain: null };
  await expectRefused(
    () => runCommand({ ...stopped, mode: 'live' }, ['rejoin-chain', ...WHY]),
    'Only a running server can ask the nodes; nothing was changed. Start it with npm start',
  );
  await expectRefused(
    () => runCommand({ ...stopped, mode: 'demo' }, ['rejoin-chain', ...WHY]),
    'A demo has no chain',
  );
  second.lie(({ method, result }) => (method === 'eth_getLogs' ? [] : result));
  await expectRefused(server.rejoin, 'the endpoints of the chain disagree on the logs', 'try again');
  second.lie(({ method, result }) => (method === 'eth_chainId' ? '0x13882' : result));
  await expectRefused(server.rejoin, 'is of chain 80002, and CHAIN_ID is 137');
  second.lie(() => {
    throw new Error('no answer');
  });
  await expectRefused(server.rejoin, 'could not be read from 127.0.0.1', 'Two nodes must answer');
  second.lie(null);
  await chain.rpc('evm_revert', [snapshot]);
  snapshot = await fork();
  await expectRefused(server.rejoin, 'nothing can be compared yet');
  await server.stop();
});

/** Whether the relayer has transactions of replaced blocks to send again. */
async function hasFinalCalls(): Promise<boolean> {
  const { keys } = loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '');
  const { address, roles } = signerOf(keys, 'relayer');
  return hasCalls(database.db, { signer: address, roles });
}

const otherChain = ({ method, result }: NodeAnswer): unknown =>
  method === 'eth_chainId' ? '0x13882' : result;
const otherBlocks = ({ method, result }: NodeAnswer): unknown =>
  method === 'eth_getBlockByNumber' && result !== null
    ? { ...(result as object), hash: `0x${'9'.repeat(64)}` }
    : result;

test('nodes that are behind, another alert or the command for alerts do not end the alert', async () => {
  const { db } = database;
  const bet = await aBet();
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await mine(5);
  await chain.finalise();
  await server.look();
  second.lie(otherChain);
  await server.look();
  expect(server.alerts).toEqual(['other-chain']);
  second.lie(null);
  expect(await hasFinalCalls()).toBe(false);

  await replace(before);
  const again = await fork();
  await mine(7);
  await chain.finalise();
  await expectHeld(server);
  // The newest final block is before the cursor's block.
  await replace(again);
  await expectHeld(server);
  await expectRefused(server.rejoin, 'nothing can be compared yet');
  expect(await hasFinalCalls()).toBe(true);
  second.lie(otherChain);
  await expectHeld(server);
  second.lie(() => {
    throw new Error('no answer');
  });
  await db.execute(sql`update chain_cursor set reconciled_at = clock_timestamp() - interval '61 seconds'`);
  await expectHeld(server);
  second.lie(null);
  expect(await server.tally('end-chain-alert', ...WHY)).toEqual([
    expect.stringMatching(/^Betting stays held: Block \d+ was final as .* This command cannot end that/),
  ]);
  await expectHeld(server);
  expect(server.alerts).toEqual(['other-chain', 'finality-broken']);

  await mine(2);
  await placeOnChain(chain, [bet]);
  await mine(5);
  await chain.finalise();
  await server.rejoin();
  // And there is no other alert that it had hidden.
  expect((await readFollowedState(db)).alert).toBeNull();
  expect(await hasFinalCalls()).toBe(false);
  await expectWell(server);
  expect(server.alerts).toEqual(['other-chain', 'finality-broken', null]);
  await expectReceiptOnChain(bet.id);
  await server.stop();
});

test('the replaced block is reported beside a lasting alert, the relayer works on it, and each ends separately', async () => {
  const { db } = database;
  const bet = await aBet();
  const server = await aServer();
  const before = await fork();
  await placeOnChain(chain, [bet]);
  await chain.finalise();
  await server.look();
  const lasting = { kind: 'roles-changed', sentence: 'The contract came under other hands.' } as const;
  await transaction(db, (tx) => recordAlert(tx, lasting));

  await replace(before);
  await mine(3);
  await placeOnChain(chain, [bet]);
  await chain.finalise();
  await server.look();
  expect(server.alerts).toEqual(['roles-changed']);
  expect(server.health.problem()).toMatch(/^The contract came under other hands\. Block \d+ was final as /);
  expect(await hasFinalCalls()).toBe(true);
  const said = (await server.rejoin()).join('\n');
  expect(said).toContain('Betting stays held, as it was before: The contract came under other hands.');
  expect(said).not.toContain('Betting reopens once');
  await server.look();
  expect(server.health.problem()).toBe('The contract came under other hands.');
  expect(await server.tally('end-chain-alert', ...WHY)).toEqual([
    'Ended: The contract came under other hands.',
  ]);
  await expectWell(server);
  await expectReceiptOnChain(bet.id);
  await server.stop();
});

test('a look that began before the books rejoined the chain does not stop betting again', async () => {
  const nodes = chain.connect(second.url, first.url);
  let afterBlock = async () => {};
  const server = await aServer({
    ...nodes,
    async block(number) {
      const block = await nodes.block(number);
      const first = afterBlock;
      afterBlock = async () => {};
      await first();
      return block;
    },
  });
  const before = await fork();
  await deposit(5);
  await chain.finalise();
  await server.look();
  await replace(before);
  await mine(2);
  await deposit(5);
  await chain.finalise();
  await mine(1);
  await expectHeld(server);

  let said: string[] = [];
  afterBlock = async () => {
    said = await server.rejoin();
  };
  await server.look();
  expect(said.join('\n')).toContain('The books follow the chain again');
  expect((await readFollowedState(database.db)).alert).toBeNull();
  await expectWell(server);
  expect(server.alerts).toEqual(['finality-broken', null]);
  await server.stop();
});

test('a start does not retry a waiting event while its history is replaced', async () => {
  const { db } = database;
  const { marketId } = await anOpenMarket(db, chain);
  await db.execute(sql`alter table chain_markets add constraint a_test check (max_odds <> 5000000)`);
  const limits = { maxHouseLoss: microUsdc(10_000_000_000n), maxOdds: microOdds(5_000_000n) };
  await chain.send('risk-manager', setLimitsCall({ marketId, ...limits }));
  await chain.finalise();
  await follow(db, chain.escrowChain);
  await db.execute(sql`alter table chain_markets drop constraint a_test`);
  const waiting = async () => (await rows(db, sql`select from chain_unapplied`)).length;

  for (const node of [first, second]) node.lie(otherBlocks);
  const server = await aServer();
  await server.look();
  expect(server.health.problem()).toMatch(/ was final as /);
  expect(await waiting()).toBe(1);
  await applyWaiting(db);
  expect(await waiting()).toBe(1);
  for (const node of [first, second]) node.lie(null);
  await server.look();
  expect(await waiting()).toBe(0);
  await server.tally('end-chain-alert', ...WHY);
  await expectWell(server);
  await server.stop();
});

test('an event that the database could not apply is not retried while the chain cannot be followed', async () => {
  const { db } = database;
  const { marketId } = await anOpenMarket(db, chain);
  await db.execute(sql`alter table chain_markets add constraint a_test check (max_odds <> 5000000)`);
  const limits = { maxHouseLoss: microUsdc(10_000_000_000n), maxOdds: microOdds(5_000_000n) };
  await chain.send('risk-manager', setLimitsCall({ marketId, ...limits }));
  await chain.finalise();
  await follow(db, chain.escrowChain);
  await db.execute(sql`alter table chain_markets drop constraint a_test`);
  const waiting = async () => (await rows(db, sql`select from chain_unapplied`)).length;
  await db.execute(sql`
    create function a_full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`);
  await db.execute(
    sql`create trigger a_test before delete on chain_unapplied execute function a_full_disk()`,
  );

  const server = await aServer();
  await server.look();
  await db.execute(sql`drop trigger a_test on chain_unapplied`);
  expect(await waiting()).toBe(1);
  second.lie(otherChain);
  await server.look();
  expect(server.alerts.at(-1)).toBe('unapplied');
  expect(await waiting()).toBe(1);
  second.lie(null);
  await server.look();
  expect(await waiting()).toBe(0);
  await server.stop();
});
