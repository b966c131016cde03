import { describe, expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { type BetOnChain, checkBetEnded, checkBetPlaced } from './check-bet-placed.ts';

/** The bet of vectors.test.ts, and a node's receipts of the transactions that placed and paid it. */
const bet: BetOnChain = {
  escrow: '0x2e234dae75c793f67a35089c9d99245e1c58470b',
  betId: '0x000000000000000000000000000000000000000d6f9df7c0110c8531d0952d8d',
  marketId: '0x000000000443214c74254b635cf84653',
  bettor: '0x71c7656ec7ab88b098defb751b7401b5f6d8976f',
  outcome: 2,
  stake: microUsdc(25_000_000n),
  payout: microUsdc(46_250_000n),
};
const log = { txHash: `0x${'ab'.repeat(32)}`, block: 300, logIndex: 17 };

/** Keccak-256 of the events as Solidity writes them. */
const PLACED = '0x014eabe27c26396bd1ff985ec826b6400cef9fd0d630241f7e1367eff093616f';
const PAID = '0xbd2347acd8bf6c9f43b0c21a805e143f74d8a0e367a11d6c3262642722296dad';
const SET_ASIDE = '0xe1f18fa80b0ac1b480f03bd520f37f9026a1d80f1e311a8e110300b9de438383';
const BET_TOPICS = [
  bet.betId,
  `0x000000000443214c74254b635cf84653${'0'.repeat(32)}`,
  `0x${'0'.repeat(24)}71c7656ec7ab88b098defb751b7401b5f6d8976f`,
];
const word = (value: number) => value.toString(16).padStart(64, '0');

const placedLog = {
  // Mixed case, as some nodes write addresses.
  address: '0x2e234DAe75C793f67A35089C9d99245E1C58470b',
  topics: [PLACED, ...BET_TOPICS],
  data: `0x${word(2)}${word(25_000_000)}${word(46_250_000)}`,
  logIndex: '0x11',
};
const ofAnother = { ...placedLog, topics: [PLACED, `0x${'1'.repeat(64)}`], logIndex: '0x10' };
const placed = {
  transactionHash: log.txHash,
  status: '0x1',
  blockNumber: '0x12c',
  logs: [ofAnother, placedLog],
};
const withLog = (change: Partial<typeof placedLog>) => ({
  ...placed,
  logs: [ofAnother, { ...placedLog, ...change }],
});
const check = (answer: unknown) => checkBetPlaced(answer, { log, bet });

test('the transaction that placed the bet matches', () => {
  expect(check(placed)).toEqual({ kind: 'matches' });
});

test('a transaction that the node does not know is unknown', () => {
  expect(check(null)).toEqual({ kind: 'unknown' });
});

describe('it differs', () => {
  test.each<[string, unknown, string]>([
    ['when it is another one', { ...placed, transactionHash: `0x${'ac'.repeat(32)}` }, 'transaction'],
    ['when it was reverted', { ...placed, status: '0x0' }, 'status'],
    ['when it is in another block', { ...placed, blockNumber: '0x12d' }, 'block'],
    ['when it has no such log', { ...placed, logs: [ofAnother] }, 'log'],
    ['when another contract emitted it', withLog({ address: bet.bettor }), 'contract'],
    ['when it is another event', withLog({ topics: [PAID, ...BET_TOPICS] }), 'event'],
    ['when the event has no topics', withLog({ topics: [] }), 'event'],
    ['when it is another bet', withLog({ topics: ofAnother.topics }), 'bet'],
    ['when it says no market', withLog({ topics: [PLACED, bet.betId] }), 'market'],
    ['when it says no bettor', withLog({ topics: [PLACED, ...BET_TOPICS.slice(0, 2)] }), 'bettor'],
    ['when the event has no data', withLog({ data: '0x' }), 'outcome'],
    [
      'when the outcome is another',
      withLog({ data: `0x${word(1)}${word(25_000_000)}${word(46_250_000)}` }),
      'outcome',
    ],
    [
      'when the stake is a micro less',
      withLog({ data: `0x${word(2)}${word(24_999_999)}${word(46_250_000)}` }),
      'stake',
    ],
    [
      'when the payout is a micro less',
      withLog({ data: `0x${word(2)}${word(25_000_000)}${word(46_249_999)}` }),
      'payout',
    ],
  ])('%s', (_, answer, what) => {
    expect(check(answer)).toEqual({ kind: 'differs', what });
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'receipt'],
  ['no logs', { ...placed, logs: undefined }],
  ['logs that aren’t a list', { ...placed, logs: {} }],
  ['a log that is null', { ...placed, logs: [null] }],
  ['a log without topics', withLog({ topics: undefined as never })],
  ['a topic that is not hex', withLog({ topics: ['no'] })],
  ['data that is not hex', withLog({ data: 'no' })],
  ['an address that isn’t text', withLog({ address: 7 as never })],
  ['a log without a number', withLog({ logIndex: '0x' })],
  ['no hash', { ...placed, transactionHash: null }],
  ['no status', { ...placed, status: undefined }],
  // A pending transaction.
  ['no block', { ...placed, blockNumber: null }],
])('an answer that isn’t a receipt proves nothing: %s', (_, answer) => {
  expect(check(answer)).toEqual({ kind: 'differs', what: 'answer' });
});

describe('the end of the bet', () => {
  const amount = bet.payout;
  const ended = (topic: string, paid: number) => ({
    ...placed,
    logs: [{ ...placedLog, topics: [topic, ...BET_TOPICS], data: `0x${word(paid)}` }],
  });

  test.each([
    ['paid', PAID],
    ['set-aside', SET_ASIDE],
  ] as const)('%s is its own event', (kind, topic) => {
    const other = kind === 'paid' ? SET_ASIDE : PAID;
    expect(checkBetEnded(ended(topic, 46_250_000), { log, bet, kind, amount })).toEqual({ kind: 'matches' });
    expect(checkBetEnded(ended(other, 46_250_000), { log, bet, kind, amount })).toEqual({
      kind: 'differs',
      what: 'event',
    });
  });

  test('another amount differs', () => {
    expect(checkBetEnded(ended(PAID, 46_249_999), { log, bet, kind: 'paid', amount })).toEqual({
      kind: 'differs',
      what: 'amount',
    });
  });
});
