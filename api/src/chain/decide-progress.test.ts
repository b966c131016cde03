import { expect, test } from 'vitest';
import { decideProgress, type Progress, type TransactionFacts } from './follow-calls.ts';

const block = { block: 9n, blockHash: '0x09' } as const;
const success = { ...block, status: 'success' } as const;
const reverted = { ...block, status: 'reverted' } as const;

test.each<[string, TransactionFacts, Progress]>([
  ['in no block', { receipt: null, isFinal: false, isNonceSpent: false }, 'sent'],
  [
    'in no block while its nonce is used for good',
    { receipt: null, isFinal: false, isNonceSpent: true },
    'lost',
  ],
  [
    'in a block that can be taken back',
    { receipt: success, isFinal: false, isNonceSpent: false },
    'included',
  ],
  [
    'reverted in a block that can be taken back',
    { receipt: reverted, isFinal: false, isNonceSpent: false },
    'included',
  ],
  ['in a final block', { receipt: success, isFinal: true, isNonceSpent: true }, 'final'],
  ['reverted in a final block', { receipt: reverted, isFinal: true, isNonceSpent: true }, 'reverted'],
])('%s', (_, facts, progress) => {
  expect(decideProgress(facts)).toBe(progress);
});
