import { expect, test } from 'vitest';
import { pricedOutcomes } from './priced-outcomes.ts';

test('all outcomes can have odds, unless the feed prices one side', () => {
  expect(pricedOutcomes({ outcomes: ['Yes', 'No'] })).toEqual(['Yes', 'No']);
  expect(pricedOutcomes({ oneSided: true, outcomes: ['Ada', 'No'] })).toEqual(['Ada']);
});
