import { expect, test } from 'vitest';
import { comboMessage } from './combo-message.ts';

test('the signed text has the outcomes in ascending order, whatever order they were chosen in', () => {
  const text = 'Place combo: 10 on o_a+o_b2+o_b3 at 3.8 odds';
  for (const outcomeIds of [
    ['o_b3', 'o_a', 'o_b2'],
    ['o_a', 'o_b2', 'o_b3'],
  ]) {
    expect(comboMessage({ amount: '10', outcomeIds, odds: '3.8' })).toBe(text);
  }
});
