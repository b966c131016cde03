import { expect, test } from 'vitest';
import { longestFirst } from './sample-proofs.mjs';

test('the samples that took longest begin first, and those that never ran are not left for the end', () => {
  expect(longestFirst(['a', 'b', 'new', 'c'], { a: 3, b: 200, c: 70 })).toEqual(['b', 'c', 'new', 'a']);
});
