import { expect, test } from 'vitest';
import { failureWords } from './chain-words.ts';

test.each([
  ['funds-too-low', 'did not hold enough of the house'],
  ['authorization-refused', 'USDC refused the authorization'],
  ['market-closed', 'had closed on the chain'],
  ['house-loss-too-large', 'could take no more on this outcome'],
  ['acceptance-expired', 'in no block before its acceptance ended'],
  ['bet-expired', 'in no block before its acceptance ended'],
  ['not-included', 'in no block before its acceptance ended'],
  ['unknown-market', 'The contract did not take the bet'],
  ['a reason of a later contract', 'The contract did not take the bet'],
])('a live bet that failed with %s says %s, that nothing was taken, and what to do', (failure, words) => {
  const sentence = failureWords({ state: 'failed', failure });
  expect(sentence).toContain(words);
  expect(sentence).toMatch(/, so nothing was taken and (?:it|the bet) is over; .+\.$/);
});
