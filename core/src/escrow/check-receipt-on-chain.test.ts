import { expect, test } from 'vitest';
import type { WireBet } from '../http-api/betting.ts';
import type { WireReceiptChain } from '../http-api/receipts.ts';
import { checkReceiptOnChain } from './check-receipt-on-chain.ts';

/** The bet of vectors.test.ts as the server returns it, and a node's answers. */
const bet: WireBet = {
  id: 'b_234567abcdefghijklmn',
  marketId: 'm_abcdefghijklmnopqrst',
  outcomeId: 'o_abcdefghijklmnopqrst',
  amount: 25,
  odds: 1.85,
  potentialWin: 21.25,
  totalReturn: 46.25,
  status: 'confirmed',
  placedAt: '2026-11-22T12:00:00.000Z',
  txHash: `0x${'ab'.repeat(32)}`,
  reference: 'eth_0',
  market: { title: 'Who wins?', category: 'sports', state: 'open' },
  outcomeName: 'The third',
};
const chain: WireReceiptChain = {
  chainId: 137,
  escrow: '0x2e234DAe75C793f67A35089C9d99245E1C58470b',
  bettor: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  outcome: 2,
  placed: { txHash: `0x${'ab'.repeat(32)}`, block: 300, logIndex: 17 },
};
const word = (value: number) => value.toString(16).padStart(64, '0');
const BET_TOPICS = [
  '0x000000000000000000000000000000000000000d6f9df7c0110c8531d0952d8d',
  `0x000000000443214c74254b635cf84653${'0'.repeat(32)}`,
  `0x${'0'.repeat(24)}71c7656ec7ab88b098defb751b7401b5f6d8976f`,
];
const placed = {
  transactionHash: chain.placed.txHash,
  status: '0x1',
  blockNumber: '0x12c',
  logs: [
    {
      address: '0x2e234dae75c793f67a35089c9d99245e1c58470b',
      topics: ['0x014eabe27c26396bd1ff985ec826b6400cef9fd0d630241f7e1367eff093616f', ...BET_TOPICS],
      data: `0x${word(2)}${word(25_000_000)}${word(46_250_000)}`,
      logIndex: '0x11',
    },
  ],
};
const ended = { txHash: `0x${'cd'.repeat(32)}`, block: 301, logIndex: 0, kind: 'paid' as const };
const paid = {
  transactionHash: ended.txHash,
  status: '0x1',
  blockNumber: '0x12d',
  logs: [
    {
      address: '0x2e234dae75c793f67a35089c9d99245e1c58470b',
      topics: ['0xbd2347acd8bf6c9f43b0c21a805e143f74d8a0e367a11d6c3262642722296dad', ...BET_TOPICS],
      data: `0x${word(46_250_000)}`,
      logIndex: '0x0',
    },
  ],
};
const answers = { chainId: '0x89', placed };

test('a receipt that the chain confirms matches', () => {
  expect(checkReceiptOnChain({ bet, chain }, answers)).toEqual({ kind: 'matches' });
});

test('once the bet was paid, the payment must be on the chain too', () => {
  const receipt = { bet: { ...bet, paid: 46.25 }, chain: { ...chain, ended } };
  expect(checkReceiptOnChain(receipt, { ...answers, ended: paid })).toEqual({ kind: 'matches' });
  expect(checkReceiptOnChain(receipt, { ...answers, ended: null })).toEqual({ kind: 'unknown' });
});

test.each([undefined, 46.24])('a payment unlike the receipt’s differs: %s', (amount) => {
  const receipt = { bet: amount === undefined ? bet : { ...bet, paid: amount }, chain: { ...chain, ended } };
  expect(checkReceiptOnChain(receipt, { ...answers, ended: paid })).toEqual({
    kind: 'differs',
    what: 'amount',
  });
});

test('a missing stake is reported before its end is checked', () => {
  expect(checkReceiptOnChain({ bet, chain: { ...chain, ended } }, { ...answers, placed: null })).toEqual({
    kind: 'unknown',
  });
});

test.each(['0x1', '137', 137, null])('a node of another chain proves nothing: %s', (chainId) => {
  expect(checkReceiptOnChain({ bet, chain }, { ...answers, chainId })).toEqual({
    kind: 'differs',
    what: 'chain',
  });
});

test.each<[string, Partial<WireBet>]>([
  ['amount', { amount: 25.01 }],
  ['return', { totalReturn: 46.26 }],
  ['market', { marketId: 'm_abcdefghijklmnopqrsu' }],
  ['number', { id: 'b_234567abcdefghijklmo' }],
])('a receipt of another %s differs', (_, change) => {
  expect(checkReceiptOnChain({ bet: { ...bet, ...change }, chain }, answers).kind).toBe('differs');
});

test.each<[string, { bet?: Partial<WireBet>; chain?: Partial<WireReceiptChain> }]>([
  ['an id of another form', { bet: { id: 'bet-1' } }],
  ['an amount that isn’t a number', { bet: { amount: Number.NaN } }],
  ['a stake below nothing', { bet: { amount: -25 } }],
  ['a bettor that isn’t an address', { chain: { bettor: 'Alice' } }],
  ['an outcome between two', { chain: { outcome: 1.5 } }],
])('%s matches no bet of a contract', (_, change) => {
  const receipt = { bet: { ...bet, ...change.bet }, chain: { ...chain, ...change.chain } };
  expect(checkReceiptOnChain(receipt, answers)).toEqual({ kind: 'differs', what: 'bet' });
});
