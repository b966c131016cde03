import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { decideReplacements } from './raise-fees.ts';
import type { OpenSlot } from './relay-store.ts';

const GWEI = 1_000_000_000n;
const ESCROW = `0x${'ab'.repeat(20)}` as const;
const account = privateKeyToAccount(`0x${'12'.repeat(32)}`);
const signer = { address: account.address, roles: ['relayer'] as const };
/** A base fee of 50 gwei, and a tip of 2. */
const fees = { maxFee: 102n * GWEI, tip: 2n * GWEI };

async function aSlot(nonce: number, but: Partial<OpenSlot> & { maxFee?: bigint } = {}): Promise<OpenSlot> {
  const { maxFee = 100n * GWEI, ...rest } = but;
  const raw = await account.signTransaction({
    chainId: 137,
    type: 'eip1559',
    nonce,
    to: ESCROW,
    data: '0x1234',
    gas: 900_000n,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: 2n * GWEI,
  });
  return {
    nonce,
    attempt: 1,
    callId: `call ${nonce}`,
    raw,
    signedMsAgo: 5000,
    broadcastMsAgo: 1000,
    isExpired: false,
    wasFinal: false,
    place: null,
    wasReverted: false,
    ...rest,
  };
}

const decide = (open: readonly OpenSlot[], fromNonce = 5, newestMsAgo = 1000) =>
  decideReplacements({ open, fromNonce, fees, newestMsAgo, chainId: 137, signer });

test('a transaction that was just sent is not replaced', async () => {
  expect(decide([await aSlot(5), await aSlot(6)])).toEqual([]);
});

test('the first transaction in line is signed again with a higher fee once it is stuck; the others wait', async () => {
  const open = [await aSlot(5, { signedMsAgo: 13_000 }), await aSlot(6, { signedMsAgo: 13_000 })];
  expect(decide(open)).toEqual([
    {
      nonce: 5,
      after: 1,
      callId: 'call 5',
      drops: null,
      transaction: {
        chainId: 137,
        nonce: 5,
        to: ESCROW,
        data: '0x1234',
        gas: 900_000n,
        fees: { maxFee: 125n * GWEI + 1n, tip: 2n * GWEI + GWEI / 2n + 1n },
      },
    },
  ]);
});

test('all transactions below the current base fee are signed again', async () => {
  const open = [
    await aSlot(5, { maxFee: 49n * GWEI }),
    await aSlot(6, { maxFee: 49n * GWEI }),
    await aSlot(7),
  ];
  const due = decide(open);
  expect(due.map(({ nonce }) => nonce)).toEqual([5, 6]);
  expect(due.map(({ transaction }) => transaction.fees.maxFee)).toEqual([fees.maxFee, fees.maxFee]);
});

test('a call that is no longer needed is replaced by a transaction that does nothing', async () => {
  const [due] = decide([await aSlot(5, { signedMsAgo: 13_000, isExpired: true, attempt: 3 })]);
  expect(due).toMatchObject({
    nonce: 5,
    after: 3,
    callId: null,
    drops: 'call 5',
    transaction: { to: account.address, data: '0x', gas: 21_000n, fees: { maxFee: 125n * GWEI + 1n } },
  });
});

test('nonces for which nothing was signed are used up', async () => {
  const due = decide([await aSlot(7), await aSlot(9)], 5);
  expect(due.map(({ nonce, after, callId, transaction }) => [nonce, after, callId, transaction.to])).toEqual([
    [5, 0, null, account.address],
    [6, 0, null, account.address],
    [8, 0, null, account.address],
  ]);
});

test('no fee above the maximum is offered', async () => {
  expect(decide([await aSlot(5, { signedMsAgo: 60_000, maxFee: 9_000_000_000_000n })])).toEqual([]);
});

test('a transaction that no node has taken gets no higher fee, because the fee is not the problem', async () => {
  const stuck = { signedMsAgo: 13_000, broadcastMsAgo: null };
  expect(decide([await aSlot(5, stuck)])).toEqual([]);
  expect(decide([await aSlot(5, { ...stuck, callId: null })])).toEqual([]);
  expect(decide([await aSlot(5, { ...stuck, maxFee: 49n * GWEI })])).toHaveLength(1);
});

test('a call that no node has taken and that is no longer needed is replaced once', async () => {
  const stuck = { signedMsAgo: 13_000, broadcastMsAgo: null };
  expect(decide([await aSlot(5, { ...stuck, isExpired: true })])).toMatchObject([
    { drops: 'call 5', transaction: { data: '0x', gas: 21_000n } },
  ]);
  expect(decide([await aSlot(5, { ...stuck, attempt: 2, callId: null })])).toEqual([]);
});

test('while no block is made no fee is raised', async () => {
  const stuck = [await aSlot(5, { signedMsAgo: 13_000 })];
  expect(decide(stuck, 5, 60_000)).toEqual([]);
  expect(decide(stuck, 5, 12_999)).toHaveLength(1);
});

test('a fee is raised to at most five times the current fee, however long the transaction waits', async () => {
  const offers = [100n * GWEI];
  for (let i = 0; i < 100; i++) {
    const [due] = decide([await aSlot(5, { signedMsAgo: 13_000, maxFee: offers.at(-1) ?? 0n })]);
    if (due === undefined) break;
    offers.push(due.transaction.fees.maxFee);
  }
  expect(offers.length).toBeLessThan(10);
  expect(offers.at(-1)).toBeLessThanOrEqual(5n * fees.maxFee);
  expect(offers.at(-1)).toBeGreaterThan(4n * fees.maxFee);
  for (const [i, offer] of offers.slice(1).entries()) {
    expect(offer).toBeGreaterThan(((offers[i] ?? 0n) * 11n) / 10n);
  }
});

test('a transaction of a replaced final block is never signed again, and later ones wait for it', async () => {
  const stuck = { signedMsAgo: 3_600_000, broadcastMsAgo: 1000 };
  const ended = await aSlot(5, { ...stuck, wasFinal: true, isExpired: true });
  expect(decide([ended])).toEqual([]);
  expect(decide([ended, await aSlot(6, { broadcastMsAgo: 1000 })])).toEqual([]);
});

test('a transaction that was reverted in a replaced final block only uses up its nonce', async () => {
  const reverted = await aSlot(5, { signedMsAgo: 3_600_000, broadcastMsAgo: null, wasReverted: true });
  const [due, ...others] = decide([reverted]);
  expect(others).toEqual([]);
  expect(due).toMatchObject({ nonce: 5, callId: null, transaction: { to: account.address, data: '0x' } });
});
