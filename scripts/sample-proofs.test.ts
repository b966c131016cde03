import { expect, test } from 'vitest';
import { longestFirst } from './sample-proofs.mjs';

test('the longest samples start first, and new ones don’t wait until the end', () => {
  expect(longestFirst(['a', 'b', 'new', 'c'], { a: 3, b: 200, c: 70 })).toEqual(['b', 'c', 'new', 'a']);
});
