import { describe, expect, test } from 'vitest';
import { betFailureSentence } from './bet-failure.ts';

describe('the sentence for a live bet that failed', () => {
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
  ])('%s says %s', (failure, words) => {
    expect(betFailureSentence(failure)).toContain(words);
  });

  test.each(['funds-too-low', 'authorization-refused', 'market-closed', 'not-included', 'duplicate-bet'])(
    'for %s says that nothing was taken and that it is over, and what to do',
    (failure) => {
      expect(betFailureSentence(failure)).toMatch(/, so nothing was taken and (?:it|the bet) is over; .+\.$/);
    },
  );
});
