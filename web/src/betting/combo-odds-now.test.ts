import { aCombo, aComboLeg } from '@tallystone/testkit/mock-api/a-combo.ts';
import { expect, test } from 'vitest';
import { oddsOfCombo } from './combo-odds-now.ts';

const legs = (...results: ('won' | 'void' | undefined)[]) =>
  results.map((result, place) =>
    aComboLeg({ odds: [1.9, 2.02, 1.15][place] ?? 2, ...(result && { result }) }),
  );

test.each([
  ['without a void leg are those at which it was filled', legs('won', undefined, undefined), 4.41, null],
  ['with one are the product of the others, rounded down once', legs('void', 'won', undefined), 2.32, 4.41],
  ['with only void legs are 1.00', legs('void', 'void', 'void'), 1, 4.41],
])('the odds of a combo %s', (_, of, now, were) => {
  expect(oddsOfCombo(aCombo({ odds: 4.41, legs: of }))).toEqual({ now, were });
});
