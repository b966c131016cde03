import { expect, test } from 'vitest';
import { liveBetIdOf } from './live-bet-id.ts';

test('is the same for the same quote and differs for another', () => {
  const id = liveBetIdOf('q_aaaaaaaaaaaaaaaaaaaa');
  expect(id).toMatch(/^b_[a-z2-7]{20}$/);
  expect(liveBetIdOf('q_aaaaaaaaaaaaaaaaaaaa')).toBe(id);
  expect(liveBetIdOf('q_aaaaaaaaaaaaaaaaaaab')).not.toBe(id);
});
