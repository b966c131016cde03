import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksBySize } from './chunks-by-size.ts';

const chunksOf = (sizes: readonly number[], { most = 3, size = 10 } = {}) =>
  chunksBySize(sizes, { most, size, sizeOf: (each) => each });

test.each([
  ['of nothing', [], []],
  ['of at most three', [1, 1, 1, 1], [[1, 1, 1], [1]]],
  ['that are just full', [5, 5, 1], [[5, 5], [1]]],
  ['that would be too large', [5, 6, 4], [[5], [6, 4]]],
  ['of one that is too large by itself', [1, 11, 1], [[1], [11], [1]]],
])('parts %s', (_, sizes, chunks) => {
  expect(chunksOf(sizes)).toEqual(chunks);
});

test('have all elements in their order, within both limits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (sizes) => {
      const chunks = chunksOf(sizes);
      expect(chunks.flat()).toEqual(sizes);
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(3);
        if (chunk.length > 1) expect(chunk.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});
