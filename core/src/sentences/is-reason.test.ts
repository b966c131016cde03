import { expect, test } from 'vitest';
import { isReason } from './is-reason.ts';
import { say } from './say.ts';

test('a reason from the product is recognised, also after a round trip through JSON', () => {
  const { reason } = say('bets-not-recorded');
  expect(isReason(JSON.parse(JSON.stringify(reason)))).toBe(true);
});

test.each([
  ['an unknown code', { code: 'no-such-code' }],
  ['a property that every object has', { code: 'toString' }],
  ['a code without its facts', { code: 'stake-too-large' }],
  ['no code', {}],
  ['text', 'bets-not-recorded'],
  ['null', null],
])('%s is not a reason', (_, value) => {
  expect(isReason(value)).toBe(false);
});
