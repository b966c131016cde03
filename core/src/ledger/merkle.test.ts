import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, bytesToHex as hex, utf8ToBytes } from '@noble/hashes/utils.js';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merklePath, merkleRoot, rootFromPath } from './merkle.ts';

const sha = (...parts: Uint8Array[]) => sha256(concatBytes(...parts));
const leafOf = (text: string) => sha(utf8ToBytes(text));
const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => leafOf(`leaf ${at}`));

/** The tree of RFC 6962, section 2.1, by its definition: the left side is the largest smaller power of two. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return sha(Uint8Array.of(0), only);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha(Uint8Array.of(1), naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)));
}

describe('the tree', () => {
  test.each(Array.from({ length: 70 }, (_, at) => at + 1))(
    'over %s leaves has the root of its definition',
    (count) => {
      expect(hex(merkleRoot(leavesOf(count)))).toBe(hex(naiveRoot(leavesOf(count))));
    },
  );

  test('leads from every leaf to its root, and from no other leaf', () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 31, 33]) {
      const leaves = leavesOf(count);
      const root = hex(merkleRoot(leaves));
      for (const [index, leaf] of leaves.entries()) {
        const path = merklePath(leaves, index);
        expect(path.every(({ side }) => side === 'left' || side === 'right')).toBe(true);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
        expect(hex(rootFromPath(leaf, path))).toBe(root);
        expect(hex(rootFromPath(leafOf('another'), path))).not.toBe(root);
      }
    }
  });

  test('has another root when a leaf, their order or their number changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), (count, at) => {
        const leaves = leavesOf(count);
        const index = at % count;
        const last = leaves.at(-1) ?? leafOf('');
        const others = [
          leaves.map((leaf, place) => (place === index ? leafOf('another') : leaf)),
          leaves.toReversed(),
          leaves.slice(0, -1),
          // A tree that doubles the last leaf of an odd row couldn't distinguish this one.
          [...leaves, last],
        ].map((each) => hex(merkleRoot(each)));
        expect(others).not.toContain(hex(merkleRoot(leaves)));
      }),
      runs(100),
    );
  });

  test('leads elsewhere with a changed step', () => {
    const leaves = leavesOf(6);
    const root = hex(merkleRoot(leaves));
    const path = merklePath(leaves, 2);
    expect(path).toHaveLength(3);
    for (const [at, step] of path.entries()) {
      const turned = { ...step, side: step.side === 'left' ? ('right' as const) : ('left' as const) };
      const changed = { ...step, hash: hex(leafOf('another')) };
      for (const other of [turned, changed]) {
        expect(hex(rootFromPath(leafOf('leaf 2'), path.with(at, other)))).not.toBe(root);
      }
    }
  });

  test('doesn’t accept an inner node as a leaf', () => {
    const leaves = leavesOf(4);
    const inner = [merkleRoot(leaves.slice(0, 2)), merkleRoot(leaves.slice(2))];
    expect(hex(merkleRoot(inner))).not.toBe(hex(merkleRoot(leaves)));
    const above = merklePath(leaves, 0).slice(1);
    expect(hex(rootFromPath(inner[0] ?? leafOf(''), above))).not.toBe(hex(merkleRoot(leaves)));
  });

  test('needs an existing leaf of 32 bytes', () => {
    expect(() => merkleRoot([])).toThrow('one leaf or more');
    expect(() => merkleRoot([leafOf(''), new Uint8Array(31)])).toThrow('32 bytes');
    expect(() => merklePath(leavesOf(3), 3)).toThrow('leaf 3 of 3');
    expect(() => merklePath(leavesOf(3), -1)).toThrow(RangeError);
    expect(() => rootFromPath(new Uint8Array(64), [])).toThrow('32 bytes');
  });
});
