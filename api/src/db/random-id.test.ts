import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('ids differ, also beyond those that are drawn together', () => {
  const ids = Array.from({ length: 1000 }, () => randomId('b_'));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^b_[a-z2-7]{20}$/);
});
