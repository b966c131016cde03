import { describe, expect, test } from 'vitest';
import { leastOdds, parsePercent, parseProtection } from './price-protection.ts';

describe('the lowest odds that a bettor accepts', () => {
  const quote = { odds: 1.9, minOdds: 1.86 };

  test.each([
    [{ kind: 'auto' }, quote, 1.86],
    [{ kind: 'exact' }, quote, 1.9],
    [{ kind: 'own', percent: 2 }, quote, 1.86],
    [{ kind: 'own', percent: 0.5 }, quote, 1.89],
    [{ kind: 'own', percent: 50 }, quote, 1.01],
    [{ kind: 'own', percent: 10 }, { odds: 10, minOdds: 9 }, 9],
    [{ kind: 'own', percent: 50 }, { odds: 1.01, minOdds: 1.01 }, 1.01],
    [{ kind: 'auto' }, { odds: 1.9 }, 1.9],
    [{ kind: 'own', percent: 10 }, { odds: 1.9 }, 1.9],
  ] as const)('%j of %j is %d', (protection, given, least) => {
    expect(leastOdds(protection, given)).toBe(least);
  });
});

test.each([
  ['2', 2],
  ['0,5', 0.5],
  [' 12.5 % ', 12.5],
  ['50', 50],
  ['50.1', null],
  ['0', null],
  ['1.25', null],
  ['-1', null],
  ['two', null],
  ['', null],
])('"%s" is read as %s percent', (typed, percent) => {
  expect(parsePercent(typed)).toBe(percent);
});

test.each([
  [null, { kind: 'auto' }],
  ['auto', { kind: 'auto' }],
  ['exact', { kind: 'exact' }],
  ['2.5', { kind: 'own', percent: 2.5 }],
  ['999', { kind: 'auto' }],
  ['<b>', { kind: 'auto' }],
] as const)('%s is kept on the device as %j', (stored, protection) => {
  expect(parseProtection(stored)).toEqual(protection);
});
