import { expect, test } from 'vitest';
import { AS_SIGNED, AT_LEAST, fillRule } from './fill-rule.ts';

test('a stored version names a rule or throws', () => {
  expect([fillRule(1), fillRule(2)]).toEqual([AS_SIGNED, AT_LEAST]);
  for (const version of [0, 3, 1.5, Number.NaN]) expect(() => fillRule(version)).toThrow(RangeError);
  expect(() => fillRule(3)).toThrow('expected a rule of filling bets, got 3');
});
