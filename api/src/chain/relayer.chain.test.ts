import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  aLiveBettor,
  anAcceptedBet,
  anAskedMarket,
  anOpenMarket,
  aTestChain,
  beginToFollow,
  follow,
  liveBet,
  signerAt,
  signerOf,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, getAbiItem, parseAbi, toEventSelector } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { col, row, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openHouse } from '../practice/open-house.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import { combineHealth, createChainHealth } from './chain-health.ts';
import type { Role } from './escrow-chain.ts';
import { followCalls } from './follow-calls.ts';
import { type HouseKeys, loadKeys } from './keys.ts';
import { finaliseCall, openMarketCall, payBetsCall, proposeCall } from './market-calls.ts';
import { type AcceptedBet, MOST_BATCH_GAS, placeCall } from './place-call.ts';
import { queueCall } from './queue-call.ts';
import { raiseFees } from './raise-fees.ts';
import { listOpenSlots } from './relay-store.ts';
import { gasWarning, openRelayer, type Relayer, readGas } from './relayer.ts';
import { signCalls } from './sign-calls.ts';
import { listSigners } from './signer.ts';

/** On their own chain and books; each test leaves no calls on their way. */
let database: TestDatabase;
let chain: TestChain;
let house: HouseKeys;
const relayers: Relayer[] = [];
const reported: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  chain = await aTestChain();
  house = loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '');
  await beginToFollow(database.db, chain);
});
afterAll(async () => {
  await chain.stop();
  await database.close();
});
afterEach(async () => {
  for (const relayer of relayers.splice(0)) await relayer.stop();
  expect(reported.splice(0)).toEqual([]);
});

const parts = () => ({ db: database.db, chain: chain.escrowChain, keys: house.keys });

function begin(db: Db = database.db): Relayer {
  const relayer = openRelayer({ ...parts(), db, onError: (error) => reported.push(error) });
  relayers.push(relayer);
  return relayer;
}

const at = (role: Role) => signerAt(parts(), role);

let markets = 0;
/** A call that opens a market with a unique name, or one that is reverted. */
async function queue(
  key: string,
  { role = 'risk-manager' as Role, data = '' as Hex | '' } = {},
): Promise<void> {
  markets += 1;
  const marketId: Hex = `0x${markets.toString(16).padStart(32, '0')}`;
  const closesAt = BigInt((await chain.now()) + 30 * 86_400);
  const rulesHash: Hex = `0x${'1'.repeat(64)}`;
  const opening = encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: 'openMarket',
    args: [marketId, 2, closesAt, rulesHash, 1_000_000n, 10_000_000n],
  });
  await transaction(database.db, (tx) => queueCall(tx, { key, role, data: data || opening, gas: 300_000n }));
}

async function call(key: string) {
  return row(
    database.db,
    { state: col.text, nonce: col.text.orNull, tx_hash: col.text.orNull, attempts: col.number },
    sql`
      select c.state, c.nonce::text, '0x' || encode(c.tx_hash, 'hex') as tx_hash,
        (select count(*)::int from chain_transactions t where t.call_id = c.id) as attempts
      from chain_calls c where c.key = ${key}`,
  );
}

const stateOf = async (key: string) => (await call(key)).state;

async function untilState(key: string, state: string): ReturnType<typeof call> {
  await expect.poll(() => stateOf(key)).toBe(state);
  return call(key);
}

/** Waits until a call is in a block, and makes that block final. */
async function untilFinal(key: string, state = 'final'): ReturnType<typeof call> {
  await untilState(key, 'included');
  await chain.finalise();
  return untilState(key, state);
}

async function makeOlder(seconds: number): Promise<void> {
  await database.db.execute(sql`
    update chain_transactions set signed_at = signed_at - ${seconds}::float8 * interval '1 second',
      broadcast_at = broadcast_at - ${seconds}::float8 * interval '1 second'`);
}

/** As if everything was signed and sent an hour later, so nothing is repeated however long the test takes. */
const makeYoung = () => makeOlder(-3600);

/** How often each bet was placed, by the chain's own logs. */
async function placements(): Promise<Map<string, number>> {
  const { latest } = await chain.escrowChain.head();
  const logs = await chain.escrowChain.logs({ from: chain.escrowBlock, to: latest.number });
  const counted = new Map<string, number>();
  for (const log of logs) {
    if (log.name === 'BetPlaced') counted.set(log.args.betId, (counted.get(log.args.betId) ?? 0) + 1);
  }
  return counted;
}

// ---- from beginning to end -----------------------------------------------------------------------------

test('accepted bets are sent together, and are confirmed once their block is final', async () => {
  const { db } = database;
  const market = await anOpenMarket(db, chain);
  const bettors = await Promise.all([aLiveBettor(db, chain), aLiveBettor(db, chain), aLiveBettor(db, chain)]);
  const bets: AcceptedBet[] = [];
  for (const bettor of bettors) bets.push(await anAcceptedBet(db, chain, { market, bettor }));
  const relayer = begin();
  relayer.wake();

  const [first] = bets;
  await expect.poll(async () => (await placements()).get(chainIdOf(first?.id ?? ''))).toBe(1);
  await chain.finalise();
  await follow(db, chain.escrowChain);
  const readCalls = () =>
    rows(
      db,
      { state: col.text, tx_hash: col.text, bets: col.list(col.text) },
      sql`
        select c.state, '0x' || encode(c.tx_hash, 'hex') as tx_hash, array_agg(distinct l.state) as bets
        from live_bets l join chain_calls c on c.id = l.place_call_id
        where l.market_id = ${market.marketId} group by c.id`,
    );
  await expect.poll(readCalls).toMatchObject([{ state: 'final', bets: ['confirmed'] }]);
  const [calls] = await readCalls();
  for (const { id } of bets) expect((await liveBet(db, id)).txHash).toBe(calls?.tx_hash);
});

test('several processes on the same books send each bet once', async () => {
  const { db } = database;
  const market = await anOpenMarket(db, chain);
  const other = await openPatiently(database.url);
  const batched = async () => {
    const [row] = await rows(
      db,
      { count: col.number },
      sql`
        select count(*)::int as count from live_bets
        where market_id = ${market.marketId} and place_call_id is not null`,
    );
    return row?.count;
  };
  try {
    begin();
    begin(other.db);
    begin();
    const bets: AcceptedBet[] = [];
    for (let i = 0; i < 12; i++) {
      const bettor = await aLiveBettor(db, chain);
      bets.push(await anAcceptedBet(db, chain, { market, bettor, outcome: i % 2 }));
      // Later calls find these on their way to the chain.
      if (i % 4 === 3) await expect.poll(batched).toBe(bets.length);
    }
    await expect
      .poll(async () => {
        const placed = await placements();
        return bets.filter(({ id }) => placed.has(chainIdOf(id))).length;
      })
      .toBe(12);
    expect([...(await placements()).values()].every((times) => times === 1)).toBe(true);
    const nonces = await rows(
      db,
      { nonce: col.text },
      sql`select nonce::text from chain_calls where role = 'relayer' and nonce is not null`,
    );
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(nonces.length);
  } finally {
    for (const relayer of relayers.splice(0)) await relayer.stop();
    await other.close();
  }
});

test('calls of different roles go out under their own accounts, side by side', async () => {
  await queue('two roles: open');
  const claim = encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: 'payBets',
    args: [[`0x${'7'.repeat(64)}`]],
  });
  await queue('two roles: pay', { role: 'relayer', data: claim });
  begin();
  await untilState('two roles: open', 'included');
  await untilState('two roles: pay', 'included');
  await chain.finalise();
  await untilState('two roles: open', 'final');
  await untilState('two roles: pay', 'final');
});

test('a call is queued once, however often it is requested', async () => {
  await queue('asked twice');
  await queue('asked twice');
  const found = await rows(database.db, sql`select from chain_calls where key = 'asked twice'`);
  expect(found).toHaveLength(1);
  begin();
  await untilFinal('asked twice');
});

test('a call that the contract reverts is marked as reverted once that is final', async () => {
  const data = encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: 'finaliseResult',
    args: [`0x${'9'.repeat(32)}`],
  });
  await queue('reverted', { role: 'finaliser', data });
  begin();
  expect(await untilFinal('reverted', 'reverted')).toMatchObject({ attempts: 1 });
});

// ---- work left by other processes ----------------------------------------------------------------------

test('the next process sends a transaction that was signed and never sent, byte for byte', async () => {
  await queue('left behind');
  const risk = await at('risk-manager');
  expect(await signCalls(parts(), risk)).toBe(1);
  expect(await chain.escrowChain.nonce(risk.signer.address, 'latest')).toBe(risk.fromNonce);
  const [signed] = await rows(
    database.db,
    { hash: col.text },
    sql`
      select '0x' || encode(t.hash, 'hex') as hash from chain_transactions t
      join chain_calls c on c.id = t.call_id where c.key = 'left behind'`,
  );
  begin();
  expect(await untilFinal('left behind')).toMatchObject({ tx_hash: signed?.hash, attempts: 1 });
});

test('a transaction that was sent without being noted is sent again, and included once', async () => {
  await queue('not noted');
  const risk = await at('risk-manager');
  await signCalls(parts(), risk);
  await broadcastCalls(parts(), risk);
  await database.db.execute(sql`update chain_transactions set broadcast_at = null`);
  begin();
  expect(await untilFinal('not noted')).toMatchObject({ attempts: 1 });
});

test('the calls of a block that is taken back are on their way again, with the same nonce', async () => {
  const snapshot = await chain.rpc('evm_snapshot');
  await queue('taken back');
  begin();
  const before = await untilState('taken back', 'included');
  await makeYoung();
  await chain.rpc('evm_revert', [snapshot]);
  await untilState('taken back', 'sent');
  // Sent long ago, but not yet too long on its way.
  await database.db.execute(sql`
    update chain_transactions set broadcast_at = clock_timestamp() - interval '6 seconds'`);
  const after = await untilFinal('taken back');
  expect(after).toEqual({ ...before, state: 'final' });
});

test('a call whose nonce was used elsewhere gets another one', async () => {
  await queue('overtaken');
  const risk = await at('risk-manager');
  await signCalls(parts(), risk);
  // The same key on another machine.
  await chain.send('risk-manager', { data: '0x', to: risk.signer.address });
  await chain.finalise();
  await followCalls(parts(), await at('risk-manager'));
  expect(await call('overtaken')).toMatchObject({ state: 'queued', nonce: null });
  begin();
  expect(await untilFinal('overtaken')).toMatchObject({ nonce: String(risk.fromNonce + 1), attempts: 2 });
});

test('nonces for which nothing was signed are used up, and the calls behind them go on', async () => {
  await queue('behind a gap');
  const risk = await at('risk-manager');
  await signCalls(parts(), { ...risk, fromNonce: risk.fromNonce + 2 });
  await makeOlder(3);
  begin();
  expect(await untilFinal('behind a gap')).toMatchObject({ nonce: String(risk.fromNonce + 2) });
});

// ---- fees ----------------------------------------------------------------------------------------------

test('a stuck transaction is signed again with the same nonce and a higher fee, and one of the two is included', async () => {
  await chain.rpc('evm_setAutomine', [false]);
  await queue('stuck');
  const risk = await at('risk-manager');
  await signCalls(parts(), risk);
  await broadcastCalls(parts(), risk);
  await makeYoung();
  expect(await raiseFees(parts(), risk)).toBe(0);
  await makeOlder(3600 + 13);
  expect(await raiseFees(parts(), risk)).toBe(1);
  await makeYoung();
  expect(await raiseFees(parts(), risk)).toBe(0);
  await broadcastCalls(parts(), risk);
  await chain.rpc('evm_setAutomine', [true]);
  await chain.rpc('evm_mine');
  const signed = await rows(
    database.db,
    { nonce: col.text, hash: col.text, max_fee: col.text },
    sql`
      select t.nonce::text, '0x' || encode(t.hash, 'hex') as hash, t.max_fee::text from chain_transactions t
      join chain_calls c on c.id = t.call_id where c.key = 'stuck' order by t.attempt`,
  );
  expect(signed.map(({ nonce }) => nonce)).toEqual([String(risk.fromNonce), String(risk.fromNonce)]);
  expect(BigInt(signed[1]?.max_fee ?? 0)).toBeGreaterThan((BigInt(signed[0]?.max_fee ?? 0) * 11n) / 10n);
  begin();
  expect(await untilFinal('stuck')).toMatchObject({ tx_hash: signed[1]?.hash, attempts: 2 });
});

test('bets that can no longer be placed are dropped, and their nonce is used up', async () => {
  await chain.rpc('evm_setAutomine', [false]);
  await queue('given up', { role: 'relayer' });
  const relayer = await at('relayer');
  await signCalls(parts(), relayer);
  await broadcastCalls(parts(), relayer);
  // No bets, like a call whose acceptances have passed.
  await database.db.execute(sql`update chain_calls set key = 'place:given up' where key = 'given up'`);
  await makeOlder(13);
  expect(await raiseFees(parts(), relayer)).toBe(1);
  expect(await stateOf('place:given up')).toBe('dropped');
  await broadcastCalls(parts(), relayer);
  await chain.rpc('evm_setAutomine', [true]);
  await chain.rpc('evm_mine');
  expect(await chain.escrowChain.nonce(relayer.signer.address, 'latest')).toBe(relayer.fromNonce + 1);
});

test('bets that expired before signing are never signed', async () => {
  await queue('place:too late', { role: 'relayer' });
  expect(await signCalls(parts(), await at('relayer'))).toBe(0);
  expect(await call('place:too late')).toMatchObject({ state: 'dropped', attempts: 0 });
});

test('an account that cannot pay for gas is reported and stops betting, and catches up once it can pay', async () => {
  const { address } = signerOf(house.keys, 'relayer');
  const funds = await chain.rpc('eth_getBalance', [address, 'latest']);
  await chain.rpc('anvil_setBalance', [address, '0x0']);
  await queue('no gas', { role: 'relayer' });
  const relayer = begin();
  const followed = createChainHealth(() => 0);
  followed.learn({ alert: null, unreadSeconds: 0 });
  const health = combineHealth(followed, relayer);
  expect(health.problem()).toBeNull();
  await expect.poll(() => health.problem()).toBe("The relayer's transactions don't reach the blockchain.");
  expect(() => health.requireBettable()).toThrow('Betting is stopped while the blockchain is checked');
  expect(reported.splice(0).map(String)).toEqual([expect.stringMatching(/no node took a transaction/i)]);
  await chain.rpc('anvil_setBalance', [address, funds]);
  await expect.poll(() => health.problem()).toBeNull();
  health.requireBettable();
  await untilFinal('no gas', 'reverted');
});

test('an account that is short of gas money is reported long before it runs out, and stops nothing', async () => {
  const { address } = signerOf(house.keys, 'relayer');
  const funds = await chain.rpc('eth_getBalance', [address, 'latest']);
  const { maxFee } = await chain.escrowChain.fees();
  const leave = (calls: bigint) =>
    chain.rpc('anvil_setBalance', [address, `0x${(calls * MOST_BATCH_GAS * maxFee + 1n).toString(16)}`]);
  await leave(40n);
  const relayer = begin();
  await expect
    .poll(() => relayer.warning())
    .toMatch(
      new RegExp(
        `^The account of the relayer, ${address}, has [\\d.]+ POL left, enough for 40 of its largest calls`,
      ),
    );
  expect(relayer.problem()).toBeNull();
  expect(gasWarning(await readGas(chain.escrowChain, listSigners(house.keys)))).toBe(relayer.warning());
  await leave(50n);
  expect(gasWarning(await readGas(chain.escrowChain, listSigners(house.keys)))).toBeNull();
  await chain.rpc('anvil_setBalance', [signerOf(house.keys, 'resolver').address, '0x1']);
  expect(gasWarning(await readGas(chain.escrowChain, listSigners(house.keys)))).toMatch(
    /^The account of the resolver, 0x/,
  );
  for (const role of ['relayer', 'resolver'] as const)
    await chain.rpc('anvil_setBalance', [signerOf(house.keys, role).address, funds]);
});

test('a call that an account could not pay for no longer stops betting once it is dropped', async () => {
  const { address } = signerOf(house.keys, 'relayer');
  const funds = await chain.rpc('eth_getBalance', [address, 'latest']);
  // Transactions with which other tests used up nonces are no longer followed.
  await makeOlder(601);
  await chain.rpc('anvil_setBalance', [address, '0x0']);
  await queue('no gas, given up', { role: 'relayer' });
  const relayer = begin();
  await expect.poll(() => relayer.problem()).toBe("The relayer's transactions don't reach the blockchain.");
  await database.db.execute(sql`update chain_calls set state = 'dropped' where key = 'no gas, given up'`);
  await expect.poll(() => relayer.problem()).toBeNull();
  await relayer.stop();
  expect(reported.splice(0).map(String)).toEqual([expect.stringMatching(/no node took a transaction/i)]);
  await chain.rpc('anvil_setBalance', [address, funds]);
  const { fromNonce, signer } = await at('relayer');
  await broadcastCalls(parts(), { fromNonce, signer });
  // The node has it before its block is made.
  await expect.poll(() => chain.escrowChain.nonce(address, 'latest')).toBe(fromNonce + 1);
});

test('a transaction that no node took gets no higher fee; an account that can only pay the earlier offer sends that', async () => {
  const risk = await at('risk-manager');
  const { address } = risk.signer;
  const funds = await chain.rpc('eth_getBalance', [address, 'latest']);
  await queue('a small top-up');
  await signCalls(parts(), risk);
  const endedIn = async (hash: string | null, { isReplaced }: { isReplaced: boolean }) => {
    await database.db.execute(sql`
      update chain_cursor set replaced_by = case when ${isReplaced}::boolean then '\\x99'::bytea end`);
    await database.db.execute(sql`
      update chain_calls set state = ${hash === null ? 'sent' : 'final'},
        tx_hash = decode(${hash?.slice(2) ?? null}::text, 'hex')
      where key = 'a small top-up'`);
  };
  const attempts = () =>
    rows(
      database.db,
      { hash: col.text, max_fee: col.text, sent: col.bool },
      sql`
        select '0x' || encode(t.hash, 'hex') as hash, t.max_fee::text, t.broadcast_at is not null as sent
        from chain_transactions t join chain_calls c on c.id = t.call_id
        where c.key = 'a small top-up' order by t.attempt`,
    );
  await makeOlder(13);
  await chain.rpc('evm_mine');
  expect(await raiseFees(parts(), risk)).toBe(0);
  // Like a node that takes it and forgets it.
  await database.db.execute(sql`
    update chain_transactions set broadcast_at = signed_at where hash in (
      select t.hash from chain_transactions t join chain_calls c on c.id = t.call_id
      where c.key = 'a small top-up')`);
  expect(await raiseFees(parts(), risk)).toBe(1);
  const [first, second] = await attempts();
  const costs = 300_000n * BigInt(first?.max_fee ?? 0);
  expect(BigInt(second?.max_fee ?? 0)).toBeGreaterThan(BigInt(first?.max_fee ?? 0));

  await chain.rpc('anvil_setBalance', [address, `0x${(costs - 1n).toString(16)}`]);
  await expect(broadcastCalls(parts(), risk)).rejects.toThrow(/no node took a transaction/i);
  await chain.rpc('anvil_setBalance', [address, `0x${costs.toString(16)}`]);
  // While its final block is replaced, no other bytes may take its place, because receipts name this transaction.
  await endedIn(second?.hash ?? '', { isReplaced: true });
  await expect(broadcastCalls(parts(), risk)).rejects.toThrow(/no node took a transaction/i);
  expect(await chain.rpc('eth_getTransactionByHash', [first?.hash])).toBeNull();
  await endedIn(null, { isReplaced: false });
  await broadcastCalls(parts(), risk);
  expect((await attempts()).map(({ sent }) => sent)).toEqual([true, false]);
  expect(await raiseFees(parts(), { ...risk, fromNonce: risk.fromNonce + 1 })).toBe(0);
  await chain.rpc('anvil_setBalance', [address, funds]);
  begin();
  expect(await untilFinal('a small top-up')).toMatchObject({ tx_hash: first?.hash, attempts: 2 });
});

// ---- final blocks that are replaced --------------------------------------------------------------------

/** Sends a role's queued calls until they are final, and applies them to the books. */
async function sendNow(role: Role): Promise<void> {
  await signCalls(parts(), await at(role));
  await broadcastCalls(parts(), await at(role));
  await chain.finalise();
  await followCalls(parts(), await at(role));
  await follow(database.db, chain.escrowChain);
}

/** Each account in turn sends what it may, starting with the account that comes last in the order. */
async function offerAll(): Promise<void> {
  await makeOlder(3600);
  for (const role of ['relayer', 'finaliser', 'resolver', 'risk-manager'] as const) {
    await raiseFees(parts(), await at(role));
    await broadcastCalls(parts(), await at(role));
  }
}

/** Whether the chain has each of these calls in the transaction that the books know. */
async function isDone(...keys: string[]): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const key of keys) {
    const receipt = await chain.escrowChain.receipt(((await call(key)).tx_hash ?? '0x') as Hex);
    done.push(receipt !== null && receipt !== 'disputed' && receipt.status === 'success');
  }
  return done;
}

const openSlot = async (role: Role) => {
  const { signer, fromNonce } = await at(role);
  return listOpenSlots(database.db, { signer: signer.address, fromNonce });
};

test('transactions of replaced final blocks are sent in their old order across accounts, before new ones', async () => {
  const { db } = database;
  await makeYoung();
  const asked = await anAskedMarket(db);
  const { marketId } = asked;
  const bettor = await aLiveBettor(db, chain);
  const before = await chain.rpc('evm_snapshot');
  const terms = { maxHouseLoss: microUsdc(10_000_000_000n), maxOdds: microOdds(1_000_000_000n) };
  const opening = openMarketCall({ ...asked, outcomes: 2, rulesHash: asked.hash, ...terms });
  const add = (key: string, role: Role, { data, gas }: { data: Hex; gas: bigint }) =>
    transaction(db, (tx) => queueCall(tx, { key, role, data, gas }));
  await add('order: open', 'risk-manager', opening);
  await sendNow('risk-manager');
  const bet = await anAcceptedBet(db, chain, { market: asked, bettor, holdsSeconds: 55 });
  await add('order: place', 'relayer', placeCall([bet]));
  await sendNow('relayer');
  const evidenceHash: Hex = `0x${'1'.repeat(64)}`;
  await add('order: propose', 'resolver', proposeCall({ marketId, result: 'void', evidenceHash }));
  await sendNow('resolver');
  // No market has this id.
  const none = encodeFunctionData({
    abi: ESCROW_ABI,
    functionName: 'finaliseResult',
    args: [`0x${'9'.repeat(32)}`],
  });
  await add('order: reverted', 'finaliser', { data: none, gas: 300_000n });
  await sendNow('finaliser');
  await add('order: finalise', 'finaliser', finaliseCall(marketId));
  await sendNow('finaliser');
  await add('order: pay', 'relayer', payBetsCall([bet.id], false));
  await sendNow('relayer');
  expect(await stateOf('order: reverted')).toBe('reverted');
  const keys = ['order: open', 'order: place', 'order: propose', 'order: finalise', 'order: pay'];
  expect(await isDone(...keys)).toEqual([true, true, true, true, true]);

  await chain.rpc('anvil_dropAllTransactions');
  await chain.rpc('evm_revert', [before]);
  expect(await isDone(...keys)).toEqual([false, false, false, false, false]);
  const pausing = parseAbi(['function pause()', 'function unpause()']);
  await chain.send('owner', { data: encodeFunctionData({ abi: pausing, functionName: 'pause' }) });
  await queue('order: new');
  await signCalls(parts(), await at('risk-manager'));
  const isNewOffered = async () =>
    (await at('risk-manager')).fromNonce > Number((await call('order: new')).nonce);
  for (let round = 0; round < 3; round++) await offerAll();
  // It would be reverted now, so it waits, and everything after it waits too.
  expect(await isDone(...keys)).toEqual([true, false, false, false, false]);
  expect(await isNewOffered()).toBe(false);
  await chain.send('owner', { data: encodeFunctionData({ abi: pausing, functionName: 'unpause' }) });
  for (let round = 0; round < 9; round++) await offerAll();
  expect(await isDone(...keys)).toEqual([true, true, true, true, true]);
  expect(await isNewOffered()).toBe(true);
  expect((await placements()).get(chainIdOf(bet.id))).toBe(1);
  // A payment that comes before its result goes through too, and pays nothing.
  const { tx_hash: payment } = await call('order: pay');
  const paid = toEventSelector(getAbiItem({ abi: ESCROW_ABI, name: 'BetPaid' }));
  expect(await chain.rpc('eth_getTransactionReceipt', [payment])).toMatchObject({
    logs: expect.arrayContaining([
      expect.objectContaining({ topics: expect.arrayContaining([paid, chainIdOf(bet.id)]) }),
    ]),
  });
  const reverted = await call('order: reverted');
  expect(await chain.escrowChain.receipt((reverted.tx_hash ?? '0x') as Hex)).toBeNull();
  await chain.finalise();
  await makeYoung();
});

test('a transaction that only skipped bets may be replaced', async () => {
  await queue('only skipped', { role: 'relayer' });
  await signCalls(parts(), await at('relayer'));
  await database.db.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    select 1, 0, t.hash, t.hash, 'BetSkipped', '{}', clock_timestamp() from chain_transactions t
    join chain_calls c on c.id = t.call_id where c.key = 'only skipped'`);
  expect(await openSlot('relayer')).toMatchObject([{ wasFinal: false }]);
  await broadcastCalls(parts(), await at('relayer'));
  begin();
  await untilFinal('only skipped', 'reverted');
});

// ---- batches -------------------------------------------------------------------------------------------

test('a batch that is reverted as a whole is tried again, bet by bet', async () => {
  const { db } = database;
  const abi = parseAbi(['function pause()', 'function unpause()']);
  const market = await anOpenMarket(db, chain);
  const bets: AcceptedBet[] = [];
  for (let i = 0; i < 2; i++) {
    bets.push(
      await anAcceptedBet(db, chain, { market, bettor: await aLiveBettor(db, chain), holdsSeconds: 55 }),
    );
  }
  await chain.send('owner', { data: encodeFunctionData({ abi, functionName: 'pause' }) });
  begin();
  const callOf = async (id: string) => {
    const [found] = await rows(
      db,
      { key: col.text, state: col.text },
      sql`select c.key, c.state from live_bets l join chain_calls c on c.id = l.place_call_id where l.id = ${id}`,
    );
    return found;
  };
  const [one, other] = bets.map(({ id }) => id);
  await expect.poll(() => callOf(one ?? '')).toMatchObject({ state: 'included' });
  const together = await callOf(one ?? '');
  expect(await callOf(other ?? '')).toEqual(together);
  await chain.send('owner', { data: encodeFunctionData({ abi, functionName: 'unpause' }) });
  await chain.finalise();
  for (const id of [one, other]) {
    await expect
      .poll(() => callOf(id ?? ''))
      .toMatchObject({
        key: expect.stringMatching(/^place:\d+:alone$/),
      });
  }
});
