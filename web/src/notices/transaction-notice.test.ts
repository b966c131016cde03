import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import type { BetOrder, Placement } from '../betting/signed-bet.ts';
import { transactionNotice } from './transaction-notice.ts';

const market = aMarket();
const [outcome] = market.outcomes;
if (outcome === undefined) throw new Error('a market has outcomes');
const order: BetOrder = {
  key: 'k',
  market,
  outcome,
  amount: 25,
  odds: 1.83,
  minOdds: 1.8,
  quoteId: undefined,
  wallet: { publicKey: '0xAbC', name: 'MetaMask', chain: 'Polygon' },
};
const body = {
  publicKey: '0xAbC',
  marketId: market.id,
  outcomeId: outcome.id,
  amount: 25,
  odds: 1.83,
  signature: '0x',
};
const receipt = {
  betId: 'b_one',
  hash: 'eth_00112233445566778899',
  isReference: true,
  status: 'confirmed',
} as const;
const factsOf = (placement: Placement) => transactionNotice(placement)?.facts;

test("an attempt that waits for the wallet isn't stored", () => {
  expect(transactionNotice({ kind: 'idle' })).toBeNull();
  expect(transactionNotice({ kind: 'signing', order, part: 'bet' })).toBeNull();
});

test("a sent bet is stored for the wallet that signed it, under its attempt's key", () => {
  const notice = transactionNotice({ kind: 'sending', signed: { order, body } });
  expect(notice).toMatchObject({ owner: '0xAbC', id: 'transaction:k' });
  expect(notice?.facts).toMatchObject({
    title: 'Transaction Pending',
    failed: false,
    bet: {
      marketId: market.id,
      marketTitle: market.title,
      outcomeName: outcome.name,
      amount: 25,
      odds: 1.83,
    },
    stages: [
      { text: 'Signed', state: 'done' },
      { text: 'Sending to the server', state: 'current' },
      { text: 'Recorded', state: 'ahead' },
    ],
  });
});

test('a placed bet has its stages and its full reference', () => {
  expect(factsOf({ kind: 'placed', order, receipt })).toMatchObject({
    title: 'Bet Placed Successfully!',
    description: 'Your bet has been confirmed on the blockchain',
    betId: 'b_one',
    reference: { hash: 'eth_00112233445566778899', isReference: true },
    pending: false,
    stages: [{ state: 'done' }, { text: 'Accepted, reference eth_001122', state: 'done' }, { state: 'done' }],
  });
  expect(factsOf({ kind: 'placed', order, receipt: { ...receipt, status: 'pending' } })).toMatchObject({
    title: 'Transaction Pending',
    pending: true,
  });
});

test('a bet that failed or got no answer says so', () => {
  expect(factsOf({ kind: 'failed', order, code: 'cap-reached', sentence: 'Above your cap.' })).toMatchObject({
    title: 'Transaction Failed',
    description: 'Above your cap.',
    failed: true,
  });
  expect(
    factsOf({ kind: 'unanswered', signed: { order, body }, sentence: 'No word.', said: null }),
  ).toMatchObject({
    title: 'No answer yet',
    description: 'No word.',
  });
});
