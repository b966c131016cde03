import {
  aLiveBettor,
  anAcceptedBet,
  anOpenMarket,
  aTestChain,
  beginToFollow,
  follow,
  signerAt,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode, type NodeAnswer } from '@tallystone/testkit/chain/lying-node.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openHouse } from '../practice/open-house.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import type { EscrowChain, Role } from './escrow-chain.ts';
import { followCalls } from './follow-calls.ts';
import { type HouseKeys, loadKeys } from './keys.ts';
import { queueCall } from './queue-call.ts';
import { openRelayer, type Relayer } from './relayer.ts';
import { signCalls } from './sign-calls.ts';

/** One of two nodes lies about what we send. That may stop betting, but it has to be reported. */
let database: TestDatabase;
let chain: TestChain;
let second: LyingNode;
let escrowChain: EscrowChain;
let house: HouseKeys;
let relayer: Relayer | null = null;
const reported: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  chain = await aTestChain();
  second = await aLyingNode(chain.rpcUrl);
  house = loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '');
  escrowChain = chain.connect(second.url);
  await beginToFollow(database.db, chain);
});
afterAll(async () => {
  await second.stop();
  await chain.stop();
  await database.close();
});
afterEach(async () => {
  await relayer?.stop();
  relayer = null;
  second.lie(null);
  expect(reported.splice(0)).toEqual([]);
});

const parts = () => ({ db: database.db, chain: escrowChain, keys: house.keys });

const at = (role: Role) => signerAt(parts(), role);

function begin(): Relayer {
  relayer = openRelayer({ ...parts(), onError: (error) => reported.push(error) });
  return relayer;
}

/** An accepted bet, and the states of the bet and of its call. */
async function aBet() {
  const { db } = database;
  const [market, bettor] = [await anOpenMarket(db, chain), await aLiveBettor(db, chain)];
  const { id } = await anAcceptedBet(db, chain, { market, bettor });
  return async () => {
    const [row] = await rows(
      db,
      { bet: col.text, call: col.text.orNull },
      sql`
        select l.state as bet, c.state as call from live_bets l
        left join chain_calls c on c.id = l.place_call_id where l.id = ${id}`,
    );
    return row;
  };
}

/** Makes all blocks final, and applies them to the books. */
async function finalise(): Promise<void> {
  await chain.finalise();
  await follow(database.db, chain.escrowChain);
}

async function untilFinal(standing: Awaited<ReturnType<typeof aBet>>): Promise<void> {
  await expect
    .poll(
      async () => {
        await finalise();
        return standing();
      },
      { interval: 500 },
    )
    .toEqual({ bet: 'confirmed', call: 'final' });
}

const hidden = ({ method, result }: NodeAnswer): unknown =>
  method === 'eth_getTransactionReceipt' ? null : result;

function unanswered({ method, result }: NodeAnswer): unknown {
  if (method === 'eth_getTransactionReceipt') throw new Error('indexing is in progress');
  return result;
}

function reverted({ method, result }: NodeAnswer): unknown {
  return method === 'eth_getTransactionReceipt' && result !== null
    ? { ...(result as object), status: '0x0' } // what nodes answer to this call
    : result;
}

function withDearBlocks({ method, result }: NodeAnswer): unknown {
  return method === 'eth_getBlockByNumber' && result !== null
    ? { ...(result as object), baseFeePerGas: '0x174876e80000' } // what nodes answer to this call
    : result;
}

test.each([
  ['hides receipts', hidden],
  ['says that a successful call was reverted', reverted],
  ['does not answer for receipts', unanswered],
])('a node that %s cannot keep a call under way that a final block has', async (_, lie) => {
  second.lie(lie);
  const standing = await aBet();
  const { problem } = begin();
  await expect.poll(standing).toMatchObject({ call: 'sent' });
  await untilFinal(standing);
  expect(await followCalls(parts(), await at('relayer'))).toBe(false);
  expect(problem()).toBeNull();
});

test('a call that no final block has is disputed once its nonce is used for good, until the lie ends', async () => {
  const { db } = database;
  const data: Hex = '0xdeadbeef';
  await transaction(db, (tx) => queueCall(tx, { key: 'no such call', role: 'relayer', data, gas: 100_000n }));
  const before = await at('relayer');
  await signCalls(parts(), before);
  await broadcastCalls(parts(), before);
  const look = async () => followCalls(parts(), await at('relayer'));
  await expect.poll(async () => (await at('relayer')).fromNonce).toBe(before.fromNonce + 1);
  second.lie(hidden);
  // Near the head nodes may disagree.
  expect(await look()).toBe(false);
  await finalise();
  expect(await look()).toBe(true);
  second.lie(null);
  expect(await look()).toBe(false);
  const [call] = await rows(db, sql`select state from chain_calls where key = 'no such call'`);
  expect(call).toEqual({ state: 'reverted' });
});

test('calls that only wait for news of them leave room for others', async () => {
  const { db } = database;
  const { signer, fromNonce } = await at('relayer');
  const many = 20;
  await chain.rpc('anvil_setNonce', [signer.address, `0x${(fromNonce + many).toString(16)}`]);
  for (let n = 0; n < many; n++) {
    await db.execute(sql`
      insert into chain_calls (key, role, data, gas, signer, nonce, state)
      values (${`place:disputed ${n}`}, 'relayer', '\\x00', 1, decode(${signer.address.slice(2)}, 'hex'),
        ${fromNonce + n}, 'sent')`);
  }
  second.lie(hidden);
  const standing = await aBet();
  begin();
  await untilFinal(standing);
});

test('if no block takes as many calls as nodes keep, betting stops until one does', async () => {
  await chain.rpc('evm_setAutomine', [false]);
  const data: Hex = '0xdeadbeef';
  for (let n = 0; n < 17; n++) {
    await transaction(database.db, (tx) =>
      queueCall(tx, { key: `waits for a block ${n}`, role: 'relayer', data, gas: 100_000n }),
    );
  }
  const { problem } = begin();
  await expect.poll(problem).toBe("The relayer's transactions don't reach the blockchain.");
  await chain.rpc('evm_setAutomine', [true]);
  await chain.rpc('evm_mine');
  await expect.poll(problem).toBeNull();
  // The last one gets its place as well.
  const isDone = async () => {
    await finalise();
    const [row] = await rows(
      database.db,
      { left: col.number },
      sql`
        select count(*)::int as left from chain_calls
        where key like 'waits for a block %' and state <> 'reverted'`,
    );
    return row?.left;
  };
  await expect.poll(isDone, { interval: 500 }).toBe(0);
});

test('betting stops while the nodes disagree on fees', async () => {
  second.lie(withDearBlocks);
  const standing = await aBet();
  const { problem } = begin();
  await expect.poll(problem).toBe("The relayer's transactions don't reach the blockchain.");
  expect(reported.splice(0).map(String)).toEqual([expect.stringMatching(/base fee/)]);
  expect(await standing()).toEqual({ bet: 'pending', call: 'queued' });
  second.lie(null);
  await expect.poll(problem).toBeNull();
  await untilFinal(standing);
});

test('a node that claims an account has sent nothing stops betting, and is reported', async () => {
  const { db } = database;
  const { signer } = await at('risk-manager');
  // The first transaction of the account, which opened a market.
  await db.execute(sql`
    with made as (
      insert into chain_transactions (signer, nonce, attempt, raw, hash, max_fee, signed_at)
      values (decode(${signer.address.slice(2)}, 'hex'), 0, 1, '\\x00', sha256('the first'), 1,
        clock_timestamp() - interval '1 hour')
      returning hash)
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    select 1, 0, hash, hash, 'MarketOpened', '{}', clock_timestamp() from made`);
  second.lie(({ method, params, result }) =>
    method === 'eth_getTransactionCount' && String(params[0]).toLowerCase() === signer.address
      ? '0x0'
      : result,
  );
  const standing = await aBet();
  const { problem } = begin();
  await expect.poll(problem).toBe("The relayer's transactions don't reach the blockchain.");
  expect(reported.splice(0).map(String)).toEqual([expect.stringMatching(/other accounts have earlier ones/)]);
  expect(await standing()).toMatchObject({ bet: 'pending' });
  second.lie(null);
  await expect.poll(problem).toBeNull();
  await untilFinal(standing);
});
