import { expect, test } from 'vitest';
import { createCutter } from './long-list.tsx';

const items = (ids: readonly number[]) => ids.map((id) => ({ id: `${id}` }));
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The key of each item's piece. */
function keysOf(pieces: ReturnType<ReturnType<typeof createCutter>>) {
  return new Map(pieces.flatMap(({ key, items }) => items.map(({ id }) => [id, key])));
}

test('a list is cut into pieces of ten, in order', () => {
  const pieces = createCutter()(items(from(1, 25)), false);
  expect(pieces.map(({ items }) => items.length)).toEqual([10, 10, 5]);
  expect(pieces.flatMap(({ items }) => items.map(({ id }) => Number(id)))).toEqual(from(1, 25));
});

test('no item of a list with the focus changes its piece when others come first, come last or leave', () => {
  const cut = createCutter();
  const before = keysOf(cut(items(from(1, 45)), false));
  const lists = [from(0, 45), [...from(-20, 12), ...from(14, 45)], from(-20, 60), [3, 7, 44]];
  for (const list of lists) {
    const pieces = cut(items(list), true);
    expect(pieces.flatMap(({ items }) => items.map(({ id }) => Number(id)))).toEqual(list);
    expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
    for (const [id, key] of keysOf(pieces)) {
      if (before.has(id)) expect(key).toBe(before.get(id));
    }
  }
});

test('a list in another order keeps every item, in pieces with different keys', () => {
  const cut = createCutter();
  cut(items(from(1, 30)), false);
  const mixed = from(1, 30).sort((a, b) => (a % 7) - (b % 7));
  const pieces = cut(items(mixed), true);
  expect(pieces.flatMap(({ items }) => items.map(({ id }) => Number(id)))).toEqual(mixed);
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
});

test('a list without the focus is cut again, so that only its last piece is short', () => {
  const cut = createCutter();
  cut(items(from(1, 30)), false);
  cut(items(from(0, 30)), true);
  expect(cut(items(from(0, 30)), false).map(({ items }) => items.length)).toEqual([10, 10, 10, 1]);
});
