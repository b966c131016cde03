import { aDoubleChance } from '@tallystone/testkit/mock-api/a-game.ts';
import { expect, test } from 'vitest';
import { winnersOf } from './winners-of.ts';

const { outcomes } = aDoubleChance();

test('the winners are in the order of the market, whichever is named first', () => {
  expect(winnersOf({ outcomes, wonOutcomeId: 'o_2x', alsoWonIds: ['o_1x'] })).toEqual({
    count: 2,
    outcome: 'Arsenal or Draw, Draw or Chelsea',
  });
});

test('one winner is its name', () => {
  expect(winnersOf({ outcomes, wonOutcomeId: 'o_12' })).toEqual({ count: 1, outcome: 'Arsenal or Chelsea' });
});

test('there is none without a result, or if none of the names is known', () => {
  expect(winnersOf({ outcomes })).toEqual({ count: 0, outcome: '' });
  expect(winnersOf({ outcomes, wonOutcomeId: 'o_gone' })).toEqual({ count: 0, outcome: '' });
});
