import { describe, expect, it } from 'vitest';
import { keepOrder } from './keep-order.ts';

const market = (id: string, price = 0) => ({ id, price });

describe('keeping the order', () => {
  it('keeps the shown markets in place with new figures', () => {
    const all = [market('a', 2), market('b', 3)];
    expect(keepOrder({ shownIds: ['b', 'a'], all, sorted: all })).toEqual([market('b', 3), market('a', 2)]);
  });

  it('keeps a market that would leave the list', () => {
    const all = [market('a'), market('b')];
    expect(keepOrder({ shownIds: ['a', 'b'], all, sorted: [market('b')] }).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
  });

  it('puts new markets last', () => {
    const all = [market('c'), market('a')];
    expect(keepOrder({ shownIds: ['a'], all, sorted: all }).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('drops a market that is gone', () => {
    expect(keepOrder({ shownIds: ['a', 'b'], all: [market('b')], sorted: [market('b')] })).toEqual([
      market('b'),
    ]);
  });
});
