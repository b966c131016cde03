import { expect, test } from 'vitest';
import { winningOutcomes } from './winning-outcomes.ts';

const outcomes = [{ id: 'o_1x' }, { id: 'o_12' }, { id: 'o_2x' }];

test('winners are in the order of the market, whichever is named first', () => {
  expect(winningOutcomes({ outcomes, wonOutcomeId: 'o_2x', alsoWonIds: ['o_1x'] })).toEqual([
    { id: 'o_1x' },
    { id: 'o_2x' },
  ]);
  expect(winningOutcomes({ outcomes, wonOutcomeId: 'o_12' })).toEqual([{ id: 'o_12' }]);
});

test('there is none without a result, or if the market lacks it', () => {
  expect(winningOutcomes({ outcomes })).toEqual([]);
  expect(winningOutcomes({ outcomes, wonOutcomeId: 'o_gone' })).toEqual([]);
});
