import { expect, test } from 'vitest';
import { failureWords } from './chain-words.ts';

test.each([
  ['funds-too-low', 'The house did not have enough in the contract'],
  ['authorization-refused', 'USDC rejected the stake'],
  ['market-closed', 'closed before the bet reached the blockchain'],
  ['house-loss-too-large', 'could not take more on this outcome'],
  ['acceptance-expired', 'did not reach the blockchain in time'],
  ['bet-expired', 'did not reach the blockchain in time'],
  ['not-included', 'did not reach the blockchain in time'],
  ['unknown-market', 'The contract did not accept the bet'],
  ['a reason of a later contract', 'The contract did not accept the bet'],
])('a live bet that failed with %s says %s, that nothing was taken, and what to do', (failure, words) => {
  const sentence = failureWords({ state: 'failed', failure });
  expect(sentence).toContain(words);
  expect(sentence).toMatch(/, so no money was taken and the bet is off; .+\.$/);
});
