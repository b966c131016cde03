import { expect, test } from 'vitest';
import { failureWords } from './chain-words.ts';

test.each([
  ['funds-too-low', "The house couldn't back the bet"],
  ['authorization-refused', 'USDC rejected the stake'],
  ['market-closed', 'closed first'],
  ['house-loss-too-large', 'No more fits on this outcome'],
  ['acceptance-expired', 'Not on the blockchain in time'],
  ['bet-expired', 'Not on the blockchain in time'],
  ['not-included', 'Not on the blockchain in time'],
  ['unknown-market', 'The contract rejected the bet'],
  ['a reason of a later contract', 'The contract rejected the bet'],
])('a live bet that failed with %s says %s, that nothing was taken, and what to do', (failure, words) => {
  const sentence = failureWords({ state: 'failed', failure });
  expect(sentence).toContain(words);
  expect(sentence).toMatch(/\. No money was taken\. .+\.$/);
});
