import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBettor,
  anAcceptedBet,
  anAskedMarket,
  aTestChain,
  beginToFollow,
  openOnChain,
  placeOnChain,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode, type NodeAnswer } from '@tallystone/testkit/chain/lying-node.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, keccak256, parseAbi, toFunctionSelector, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { openHouse } from '../practice/open-house.ts';
import { type Block, ChainDisagreement, ChainUnreachable, type EscrowChain } from './escrow-chain.ts';

/** One node is honest; the other answers what a test wants. */
let database: TestDatabase;
let chain: TestChain;
let liar: LyingNode;
let escrow: EscrowChain;

beforeAll(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'live');
  chain = await aTestChain();
  await beginToFollow(database.db, chain);
  liar = await aLyingNode(chain.rpcUrl);
  escrow = chain.connect(liar.url);
});
afterAll(async () => {
  await liar.stop();
  await chain.stop();
  await database.close();
});
beforeEach(() => {
  liar.lie(null);
  liar.sayOfErrors(null);
});

/** Changes what the liar answers to one method. */
function lieOn(method: string, change: (answer: NodeAnswer) => unknown): void {
  liar.lie((answer) => (answer.method === method ? change(answer) : answer.result));
}

const aWallet = '0x00000000000000000000000000000000000000aa';
const TOKEN_ABI = parseAbi(['function transfer(address to, uint256 amount) returns (bool)']);
const ownerAddress = () => privateKeyToAccount(chain.ownerKey).address;
const AUTHORIZATION_STATE = toFunctionSelector('authorizationState(address,bytes32)');
/** For a wallet without bets on their way. */
const UNBOUND = { stakes: [], since: 0n };

describe('two nodes that agree', () => {
  test('are believed about a placed bet, its transfer and the money', async () => {
    const { db } = database;
    const market = await anAskedMarket(db);
    await openOnChain(chain, market);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor, outcome: 1 });
    const before = await escrow.head();
    const txHash = await placeOnChain(chain, [bet]);
    const { latest } = await escrow.head();

    const logs = await escrow.logs({ from: before.latest.number + 1n, to: latest.number });
    expect(logs.map(({ name }) => name)).toEqual(['Transfer', 'BetPlaced']);
    expect(logs[0]).toMatchObject({
      args: { from: bettor.address, to: escrow.place.escrow, value: 10_000_000n },
      txHash,
      block: latest.number,
      blockHash: latest.hash,
    });
    expect(logs[1]).toMatchObject({
      args: {
        betId: chainIdOf(bet.id),
        marketId: chainIdOf(market.marketId),
        bettor: bettor.address,
        outcome: 1,
        stake: 10_000_000n,
        payout: 19_000_000n,
      },
    });
    const at = latest.number;
    const { reserved, setAside, free } = await escrow.reserves(at);
    expect([reserved, setAside]).toEqual([19_000_000n, 0n]);
    expect(await escrow.balance(at)).toBe(reserved + free);
    expect(await escrow.stakeable(bettor.address, UNBOUND)).toBe(990_000_000n);
    expect(await escrow.isNonceUsed(bettor.address, `0x${'0'.repeat(64)}`)).toBe(false);
    expect(await escrow.receipt(txHash)).toEqual({
      block: latest.number,
      blockHash: latest.hash,
      status: 'success',
    });
    expect(await escrow.receipt(`0x${'9'.repeat(64)}`)).toBeNull();
  });

  test('give no answer about a block that does not exist', async () => {
    await expect(escrow.block(99_999_999n)).rejects.toThrow(ChainUnreachable);
    await expect(escrow.logs({ from: 1n, to: 99_999_999n })).rejects.toThrow(ChainUnreachable);
  });
});

describe('a wallet with code', () => {
  /** Answers every call with the EIP-1271 approval. */
  const APPROVING = `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3`;
  /** Answers every call with 0xffffffff. */
  const REFUSING = `0x7fffffffff${'0'.repeat(56)}60005260206000f3`;
  const REVERTING = '0x60006000fd';
  const DELEGATE = '0x00000000000000000000000000000000000071ac';
  const DIGEST = `0x${'d'.repeat(64)}` as const;
  const SIGNATURE = `0x${'5'.repeat(128)}1b` as const;

  test('is recognised as a contract, or as a key that delegates to code', async () => {
    const account = '0x00000000000000000000000000000000000c0de1';
    expect(await escrow.kindOf(account)).toBe('key');
    await chain.rpc('anvil_setCode', [account, APPROVING]);
    expect(await escrow.kindOf(account)).toBe('contract');
    lieOn('eth_getCode', () => `0xef0100${DELEGATE.slice(2)}`);
    expect(await chain.connect(liar.url, liar.url).kindOf(account)).toBe('delegated');
    await expect(escrow.kindOf(account)).rejects.toThrow(ChainDisagreement);
    await chain.rpc('anvil_setCode', [account, '0x']);
  });

  test.each([
    ['0x', true],
    [APPROVING, true],
    [REFUSING, false],
    [REVERTING, false],
    ['0x00', false],
    // An endless loop, which needs more gas than the contract leaves for it.
    ['0x5b600056', false],
  ])('is called as the token calls it: %s', async (code, isApproved) => {
    const account = '0x00000000000000000000000000000000000c0de2';
    await chain.rpc('anvil_setCode', [account, code]);
    expect(await escrow.isApproved(account, DIGEST, SIGNATURE)).toBe(isApproved);
    lieOn('eth_call', () => `0x${'f'.repeat(64)}`);
    // The server doesn't call an account without code. Otherwise the liar's refusal contradicts the other node, or both agree.
    const asked = escrow.isApproved(account, DIGEST, SIGNATURE);
    if (isApproved && code !== '0x') await expect(asked).rejects.toThrow(ChainDisagreement);
    else expect(await asked).toBe(isApproved);
    await chain.rpc('anvil_setCode', [account, '0x']);
  });

  test('is not assumed if only one of three nodes invents the code', async () => {
    const account = '0x00000000000000000000000000000000000c0de3';
    const three = chain.connect(liar.url, chain.rpcUrl, chain.rpcUrl);
    lieOn('eth_getCode', () => REFUSING);
    await expect(three.kindOf(account)).rejects.toThrow(ChainDisagreement);
    await expect(three.isApproved(account, DIGEST, SIGNATURE)).rejects.toThrow(ChainDisagreement);
    liar.lie(null);
    expect(await three.kindOf(account)).toBe('key');
    expect(await three.isApproved(account, DIGEST, SIGNATURE)).toBe(true);
  });

  test('can stake if its code approves, and not if it refuses: the node and the token agree', async () => {
    const { db } = database;
    const market = await anAskedMarket(db);
    await openOnChain(chain, market);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor });
    const since = (await escrow.head()).latest.number + 1n;
    for (const [code, isApproved] of [
      [REFUSING, false],
      [APPROVING, true],
    ] as const) {
      await chain.rpc('anvil_setCode', [bettor.address, code]);
      expect(await escrow.isApproved(bettor.address, DIGEST, SIGNATURE)).toBe(isApproved);
      await placeOnChain(chain, [bet]);
      const { latest } = await escrow.head();
      const found = await escrow.logs({ from: since, to: latest.number });
      expect(found.some(({ name }) => name === 'BetPlaced')).toBe(isApproved);
    }
    await chain.rpc('anvil_setCode', [bettor.address, '0x']);
  });
});

describe('three nodes', () => {
  const GONE = 'http://127.0.0.1:9';

  test('go on if one does not answer or is stuck', async () => {
    const { latest, finalized } = await chain.escrowChain.head();
    await chain.finalise();
    const now = await chain.escrowChain.head();
    const withGone = chain.connect(GONE, chain.rpcUrl, liar.url);
    expect(await withGone.head()).toEqual(now);
    expect(await withGone.balance(now.finalized.number)).toBe(
      await chain.escrowChain.balance(now.finalized.number),
    );
    // It knows no later block than this.
    liar.lie(({ method, params, result }) => {
      const [which] = params;
      if (method !== 'eth_getBlockByNumber') return result;
      const isLater = typeof which === 'string' && /^0x/.test(which) && BigInt(which) > latest.number;
      if (isLater) return null;
      if (which === 'latest') return blockOf(latest);
      return which === 'finalized' ? blockOf(finalized) : result;
    });
    const withLate = chain.connect(liar.url, chain.rpcUrl, chain.rpcUrl);
    expect(await withLate.head()).toEqual(now);
    expect((await withLate.block(now.latest.number)).hash).toBe(now.latest.hash);
    const signer = ownerAddress();
    lieOn('eth_getTransactionCount', () => '0x0');
    expect(await withLate.nonce(signer, 'latest')).toBe(await chain.escrowChain.nonce(signer, 'latest'));
    expect(await withLate.nonce(signer, 'latest')).toBeGreaterThan(0);
  });

  test('decide nothing if one contradicts the others, or if two do not answer', async () => {
    const { finalized } = await chain.escrowChain.head();
    lieOn('eth_call', () => `0x${'7'.padStart(64, '0')}`);
    const withLiar = chain.connect(chain.rpcUrl, chain.rpcUrl, liar.url);
    await expect(withLiar.balance(finalized.number)).rejects.toThrow(ChainDisagreement);
    const alone = chain.connect(GONE, chain.rpcUrl, GONE);
    await expect(alone.balance(finalized.number)).rejects.toThrow(ChainUnreachable);
  });

  test('a receipt that two nodes know counts even if the third does not know it yet', async () => {
    const txHash = await chain.send('owner', { data: PAUSED_CALL });
    lieOn('eth_getTransactionReceipt', () => null);
    const three = chain.connect(chain.rpcUrl, chain.rpcUrl, liar.url);
    expect(await three.receipt(txHash)).toMatchObject({ status: 'success' });
    expect(await chain.connect(liar.url).receipt(txHash)).toBe('disputed');
  });

  test('do not hold back a call that two of them would take; two nodes do if one says that it would fail', async () => {
    const call = { from: ownerAddress(), to: chain.escrow, data: PAUSED_CALL, gas: 100_000n };
    const [two, three] = [escrow, chain.connect(chain.rpcUrl, chain.rpcUrl, liar.url)];
    expect([await two.goesThrough(call), await three.goesThrough(call)]).toEqual([true, true]);
    lieOn('eth_call', () => new Error('execution reverted'));
    expect([await two.goesThrough(call), await three.goesThrough(call)]).toEqual([false, true]);
  });

  const PAUSED_CALL = toFunctionSelector('paused()');
  const blockOf = ({ number, hash, at }: Block) => ({
    number: `0x${number.toString(16)}`,
    hash,
    timestamp: `0x${(at.getTime() / 1000).toString(16)}`,
    transactions: [],
  });
});

describe('a node that lies is not believed', () => {
  test('about a block', async () => {
    lieOn('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), hash: `0x${'1'.repeat(64)}` }));
    await expect(escrow.block(3n)).rejects.toThrow(ChainDisagreement);
    await expect(escrow.block(3n)).rejects.toThrow(
      /the endpoints of the chain disagree on block 3: 127\.0\.0\.1:\d+ says/,
    );
    await expect(escrow.head()).rejects.toThrow(ChainDisagreement);
  });

  test('about the final block: the lower one counts, if the other node has it', async () => {
    await chain.finalise();
    const { finalized, latest } = await escrow.head();
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      params[0] === 'finalized' ? { ...(result as object), number: toHex(latest.number + 900n) } : result,
    );
    expect((await escrow.head()).finalized).toEqual(finalized);
  });

  test('about the time of the lower of two final blocks, which only it reports', async () => {
    await chain.finalise();
    const { finalized } = await escrow.head();
    const old = await escrow.block(finalized.number - 1n);
    const truth = { number: toHex(old.number), hash: old.hash, timestamp: toHex(old.at.getTime() / 1000) };
    const later = { ...truth, timestamp: toHex(old.at.getTime() / 1000 + 30 * 86_400) };
    const isAsked = (params: readonly unknown[]) => params[0] === 'finalized';
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      isAsked(params) ? { ...(result as object), ...later } : result,
    );
    await expect(escrow.head()).rejects.toThrow(ChainDisagreement);
    // However it is asked.
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      isAsked(params) || params[0] === truth.number ? { ...(result as object), ...later } : result,
    );
    await expect(escrow.head()).rejects.toThrow(ChainDisagreement);
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      isAsked(params) ? { ...(result as object), ...truth } : result,
    );
    expect((await escrow.head()).finalized).toEqual(old);
  });

  test('about the head: the lower one counts', async () => {
    const old = await escrow.block(2n);
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      params[0] === 'latest'
        ? { ...(result as object), number: '0x2', hash: old.hash, timestamp: toHex(old.at.getTime() / 1000) }
        : result,
    );
    expect((await escrow.head()).latest).toEqual(old);
  });

  test.each<[string, (answer: NodeAnswer) => unknown]>([
    ['that leaves logs out', () => []],
    [
      'that reports more than there was',
      ({ result }) =>
        (result as { data: string }[]).map((log) => ({ ...log, data: log.data.replace(/.$/, '9') })),
    ],
  ])('about logs, a node %s', async (_, lie) => {
    const { latest } = await escrow.head();
    lieOn('eth_getLogs', lie);
    await expect(escrow.logs({ from: 1n, to: latest.number })).rejects.toThrow(ChainDisagreement);
  });

  test('about the money in the contract, or the reserved part of it', async () => {
    const { latest } = await escrow.head();
    lieOn('eth_call', () => toHex(1n, { size: 32 }));
    await expect(escrow.balance(latest.number)).rejects.toThrow(ChainDisagreement);
    await expect(escrow.reserves(latest.number)).rejects.toThrow(ChainDisagreement);
  });

  test('about the balance of a wallet: the lower one counts', async () => {
    lieOn('eth_call', () => toHex(10n ** 12n, { size: 32 }));
    expect(await escrow.stakeable(aWallet, UNBOUND)).toBe(0n);
  });

  test('about an authorization: it is used if either node has seen it used', async () => {
    lieOn('eth_call', () => toHex(1n, { size: 32 }));
    expect(await escrow.isNonceUsed(aWallet, `0x${'0'.repeat(64)}`)).toBe(true);
  });

  test('about a receipt, which is then disputed', async () => {
    const [log] = await escrow.logs({ from: escrow.escrowBlock, to: escrow.escrowBlock });
    if (log === undefined) throw new Error('expected the contract to have said something when it came');
    lieOn('eth_getTransactionReceipt', () => null);
    expect(await escrow.receipt(log.txHash)).toBe('disputed');
    lieOn('eth_getTransactionReceipt', ({ result }) => ({ ...(result as object), status: '0x0' }));
    expect(await escrow.receipt(log.txHash)).toBe('disputed');
  });

  test('about nonces: the lower one counts', async () => {
    lieOn('eth_getTransactionCount', () => '0xffff');
    expect(await escrow.nonce(aWallet, 'latest')).toBe(0);
  });

  test('about fees, which would really be paid', async () => {
    lieOn('eth_getBlockByNumber', ({ result }) => ({
      ...(result as object),
      baseFeePerGas: toHex(10n ** 15n),
    }));
    await expect(escrow.fees()).rejects.toThrow(ChainDisagreement);
    // The smaller one counts, within Polygon's minimum and our maximum.
    const tipOf = async (other: LyingNode, ...tips: [bigint, bigint]) => {
      lieOn('eth_maxPriorityFeePerGas', () => toHex(tips[0]));
      other.lie(({ method, result }) => (method === 'eth_maxPriorityFeePerGas' ? toHex(tips[1]) : result));
      return (await chain.connect(liar.url, other.url).fees()).tip;
    };
    const other = await aLyingNode(chain.rpcUrl);
    expect(await tipOf(other, 10n ** 18n, 40_000_000_000n)).toBe(40_000_000_000n);
    expect(await tipOf(other, 40_000_000_000n, 10n ** 18n)).toBe(40_000_000_000n);
    expect(await tipOf(other, 10n ** 18n, 10n ** 18n)).toBe(500_000_000_000n);
    expect(await tipOf(other, 0n, 40_000_000_000n)).toBe(25_000_000_000n);
    await other.stop();
  });
});

describe('the stakeable balance of a wallet', () => {
  async function twoBets() {
    const { db } = database;
    const market = await anAskedMarket(db);
    await openOnChain(chain, market);
    const bettor = await aLiveBettor(db, chain);
    const bets = [
      await anAcceptedBet(db, chain, { market, bettor, stake: usdc(10) }),
      await anAcceptedBet(db, chain, { market, bettor, stake: usdc(30) }),
    ] as const;
    const found = await rows(
      db,
      { id: col.text, nonce: col.text },
      sql`select id, encode(bet_hash, 'hex') as nonce from live_bets where market_id = ${market.marketId}`,
    );
    const stakes = bets.map(({ id, stake }) => ({
      nonce: `0x${found.find((row) => row.id === id)?.nonce}` as const,
      stake: microUsdc(stake),
    }));
    return { bettor, bets, stakes };
  }

  test('excludes each stake exactly once: before a block takes it, after, and when that block is taken back', async () => {
    const { bettor, bets, stakes } = await twoBets();
    const ask = () => escrow.stakeable(bettor.address, { stakes, since: 0n });
    expect(await ask()).toBe(usdc(960));
    const before = await chain.rpc('evm_snapshot');
    await placeOnChain(chain, [bets[0]]);
    expect(await ask()).toBe(usdc(960));
    await placeOnChain(chain, [bets[1]]);
    expect(await ask()).toBe(usdc(960));
    await chain.rpc('evm_revert', [before]);
    expect(await ask()).toBe(usdc(960));
  });

  test('is right even if one node is a block behind, or says that all stakes were taken', async () => {
    const { bettor, bets, stakes } = await twoBets();
    const { latest } = await escrow.head();
    const old = {
      number: toHex(latest.number),
      hash: latest.hash,
      timestamp: toHex(latest.at.getTime() / 1000),
    };
    await placeOnChain(chain, [bets[0]]);
    lieOn('eth_getBlockByNumber', ({ params, result }) =>
      params[0] === 'latest' ? { ...(result as object), ...old } : result,
    );
    expect(await escrow.stakeable(bettor.address, { stakes, since: latest.number })).toBe(usdc(960));
    // A node without the final block could still count stakes that are gone.
    await expect(escrow.stakeable(bettor.address, { stakes, since: latest.number + 1n })).rejects.toThrow(
      ChainUnreachable,
    );
    lieOn('eth_call', ({ params, result }) => {
      const [{ data }] = params as [{ data: string }];
      return data.startsWith(AUTHORIZATION_STATE) ? toHex(1n, { size: 32 }) : result;
    });
    expect(await escrow.stakeable(bettor.address, { stakes, since: 0n })).toBe(usdc(960));
  });

  test('is never negative', async () => {
    const stakes = [{ nonce: `0x${'7'.repeat(64)}` as const, stake: usdc(1) }];
    expect(await escrow.stakeable(aWallet, { stakes, since: 0n })).toBe(0n);
  });

  test.each([
    ['Anvil', null],
    ['Bor', 'header for hash not found'],
    ['Erigon', `block ${'5'.repeat(64)} not found`],
  ])('is read again if the next machine of a node does not have the block yet: %s', async (_name, said) => {
    const { bettor } = await twoBets();
    let asked = 0;
    liar.lie(({ method, params, result }) => {
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
        asked += 1;
        return asked === 1 ? { ...(result as object), hash: `0x${'5'.repeat(64)}` } : result;
      }
      return result;
    });
    if (said !== null) liar.sayOfErrors(said);
    expect(await escrow.stakeable(bettor.address, UNBOUND)).toBe(usdc(1000));
    expect(asked).toBe(2);
  });
});

describe('logs that are too many for a node', () => {
  const blocksOf = ({ params }: NodeAnswer) => {
    // The parameters of this call.
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
    return Number(toBlock) - Number(fromBlock) + 1;
  };

  test('are read with fewer blocks per request, and completely', async () => {
    const range = { from: 1n, to: 60n };
    const all = await chain.escrowChain.logs(range);
    expect(all.length).toBeGreaterThan(0);
    const other = chain.connect(liar.url);
    const widths: number[] = [];
    lieOn('eth_getLogs', (answer) => {
      widths.push(blocksOf(answer));
      if (blocksOf(answer) > 5) throw new Error('query returned more than 10000 results');
      return answer.result;
    });
    const first = await other.someLogs(range);
    expect(first.until).toBeLessThanOrEqual(5n);
    expect(await other.logs(range)).toEqual(all);
    expect(Math.min(...widths)).toBeGreaterThan(1);
  });

  test('leave out transfers of zero, and an answer that is too long is not read to its end', async () => {
    const other = chain.connect(liar.url);
    const { number } = (await escrow.head()).latest;
    for (const amount of [0n, usdc(1)]) {
      const data = encodeFunctionData({
        abi: TOKEN_ABI,
        functionName: 'transfer',
        args: [chain.escrow, amount],
      });
      if (amount > 0n) await chain.mintEach([{ to: ownerAddress(), amount }]);
      await chain.send('owner', { to: chain.usdc, data });
    }
    const range = { from: number + 1n, to: (await escrow.head()).latest.number };
    const logs = await other.logs(range);
    expect(logs).toMatchObject([{ name: 'Transfer', args: { value: usdc(1) } }]);
    // A node whose answer never ends.
    lieOn('eth_getLogs', (answer) =>
      blocksOf(answer) > 1 ? [...(answer.result as object[]), 'x'.repeat(40_000_000)] : answer.result,
    );
    expect(await other.logs(range)).toEqual(logs);
  });

  test('stop at a block that cannot be read, after all blocks before it', async () => {
    const { number } = (await escrow.head()).latest;
    const other = chain.connect(liar.url);
    lieOn('eth_getLogs', (answer) => {
      const [{ toBlock }] = answer.params as [{ toBlock: string }];
      if (BigInt(toBlock) >= number) throw new Error('too many');
      return answer.result;
    });
    let from = number - 9n;
    while (from < number) from = (await other.someLogs({ from, to: number })).until + 1n;
    expect(from).toBe(number);
    await expect(other.someLogs({ from, to: number })).rejects.toThrow(ChainUnreachable);
  });

  test('exclude bets that others make the contract skip, and are read even if skips cannot be', async () => {
    const { db } = database;
    const market = await anAskedMarket(db);
    await openOnChain(chain, market);
    const poor = await aLiveBettor(db, chain, { funds: 0n });
    const [bet, strange] = [
      await anAcceptedBet(db, chain, { market, bettor: poor }),
      await anAcceptedBet(db, chain, { market, bettor: poor }),
    ];
    const before = await escrow.head();
    await placeOnChain(chain, [bet, strange]);
    const range = {
      from: before.latest.number + 1n,
      to: (await escrow.head()).latest.number,
      skipsOf: [chainIdOf(bet.id)],
    };
    expect(await escrow.logs(range)).toEqual([]);
    expect((await escrow.someLogs(range)).logs).toMatchObject([
      { name: 'BetSkipped', args: { betId: chainIdOf(bet.id) } },
    ]);
    const isOfSkips = ({ params }: NodeAnswer) => {
      const [{ topics }] = params as [{ topics: unknown[] }];
      return Array.isArray(topics[1]);
    };
    lieOn('eth_getLogs', (answer) => {
      if (isOfSkips(answer)) throw new Error('query returned more than 10000 results');
      return answer.result;
    });
    expect(await escrow.someLogs(range)).toEqual({ until: range.to, logs: [] });
    lieOn('eth_getLogs', (answer) => (isOfSkips(answer) ? [] : answer.result));
    await expect(escrow.someLogs(range)).rejects.toThrow(ChainDisagreement);
  });
});

describe('a node that does not answer', () => {
  const silence = () => {
    throw new Error('nothing is said');
  };

  test('leaves questions about money unanswered', async () => {
    lieOn('eth_call', silence);
    await expect(escrow.stakeable(aWallet, UNBOUND)).rejects.toThrow(ChainUnreachable);
  });

  test('is named by its host only, since the rest of its URL may be secret', async () => {
    const other = chain.connect(`${liar.url}/secret-key`);
    lieOn('eth_call', silence);
    const error = await other.stakeable(aWallet, UNBOUND).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ChainUnreachable);
    expect(`${error.message} ${JSON.stringify(error)} ${error.cause}`).not.toContain('secret-key');
  });

  test('does not prevent sending a transaction to the other node', async () => {
    const account = privateKeyToAccount(chain.keys.guardian ?? '0x');
    const raw = await account.signTransaction({
      chainId: 137,
      type: 'eip1559',
      nonce: await escrow.nonce(account.address, 'latest'),
      to: account.address,
      gas: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    });
    lieOn('eth_sendRawTransaction', silence);
    await escrow.broadcast(raw);
    liar.lie(null);
    // The node has it before its block is made.
    await expect.poll(() => escrow.receipt(keccak256(raw))).toMatchObject({ status: 'success' });
    // Again once both nodes have it.
    await escrow.broadcast(raw);
  });

  test('is not blamed if no node takes a transaction', async () => {
    await expect(escrow.broadcast('0x02')).rejects.toThrow('no node took a transaction');
  });
});
