import { expect, test } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

const SIZE = { width: 64, height: 20 };

test('a line goes from edge to edge, and its highest point is at the top', () => {
  expect(sparklinePath([400, 600, 500], SIZE)).toBe('M2.0 18.0L32.0 2.0L62.0 10.0');
});

test('a move of half a percent stays small', () => {
  expect(sparklinePath([500, 505], SIZE)).toBe('M2.0 11.0L62.0 9.0');
});

test('a price that did not move is a flat line in the middle', () => {
  expect(sparklinePath([300, 300], SIZE)).toBe('M2.0 10.0L62.0 10.0');
});
