import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** The sibling hash at one step from a leaf to the root, and its side. */
export interface MerkleStep {
  /** Hex. */
  readonly hash: string;
  readonly side: 'left' | 'right';
}

/** Distinguished by the first byte, so an inner node can't pass for a leaf. */
const LEAF = Uint8Array.of(0x00);
const INNER = Uint8Array.of(0x01);
const LEAF_BYTES = 32;

/**
 * The root of the tree over these leaves. A leaf becomes SHA-256(0x00 || leaf), two neighbours become SHA-256(0x01 ||
 * left || right), and the last node of an odd row moves up unchanged, never doubled.
 *
 * @param leaves one or more of 32 bytes each; their order matters
 * @returns 32 bytes
 * @throws RangeError without leaves, or for a leaf of another length
 * @see RFC 6962, section 2.1
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let row = leaves.map(leafNode);
  while (row.length > 1) row = rowAbove(row);
  const [root] = row;
  if (root === undefined) throw new RangeError('expected one leaf or more, got none');
  return root;
}

/**
 * The sibling hashes needed to get from the leaf at `index` to the root. The path is shorter where the tree is
 * uneven.
 *
 * @throws RangeError when there is no such leaf, or a leaf isn't 32 bytes
 */
export function merklePath(leaves: readonly Uint8Array[], index: number): MerkleStep[] {
  if (leaves[index] === undefined) throw new RangeError(`expected leaf ${index} of ${leaves.length}`);
  const path: MerkleStep[] = [];
  let at = index;
  for (let row = leaves.map(leafNode); row.length > 1; row = rowAbove(row)) {
    const isRight = at % 2 === 1;
    const neighbour = row[isRight ? at - 1 : at + 1];
    if (neighbour !== undefined) path.push({ hash: bytesToHex(neighbour), side: isRight ? 'left' : 'right' });
    at = Math.floor(at / 2);
  }
  return path;
}

/**
 * The root that a leaf and its path lead to. The leaf is in the tree if this equals the tree's root.
 *
 * @throws RangeError when the leaf isn't 32 bytes
 */
export function rootFromPath(leaf: Uint8Array, path: readonly MerkleStep[]): Uint8Array {
  return path.reduce((node, { hash, side }) => {
    const other = hexToBytes(hash);
    return side === 'left' ? innerNode(other, node) : innerNode(node, other);
  }, leafNode(leaf));
}

function rowAbove(row: readonly Uint8Array[]): Uint8Array[] {
  return row.flatMap((node, at) => {
    if (at % 2 === 1) return [];
    const neighbour = row[at + 1];
    return [neighbour === undefined ? node : innerNode(node, neighbour)];
  });
}

function leafNode(leaf: Uint8Array): Uint8Array {
  if (leaf.length !== LEAF_BYTES) throw new RangeError(`expected ${LEAF_BYTES} bytes, got ${leaf.length}`);
  return sha256(concatBytes(LEAF, leaf));
}

function innerNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(INNER, left, right));
}
