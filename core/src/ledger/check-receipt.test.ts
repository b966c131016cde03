import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { WireReceiptProof } from '../http-api/receipts.ts';
import { checkReceiptProof } from './check-receipt.ts';
import { merklePath, merkleRoot } from './merkle.ts';

const LEAVES = [
  'entry|1|pool-funding|pool-funding:1|1>2:5',
  'bet|2|b_é|u|m|o|1|2|3|4|5|6|ff',
  'entry|2|bet|k|3>4:1',
];
const AT = '2026-11-21T17:00:00.123Z';
const HASH_BEFORE = bytesToHex(sha256(utf8ToBytes('before')));

/** An audit row's content, as the database writes JSON. */
type Row = unknown[] | string | number | null;
const aRow = (root: string, change: Partial<Record<number, unknown>> = {}): unknown[] =>
  Object.assign(
    [7, Date.parse(AT), null, 'system', 'books.seal', 'entries 1-2', null, { root, leaves: 3 }, null],
    change,
  );

/** A proof of the bet with a custom row. */
function aProof(row: (root: string) => Row = aRow): WireReceiptProof {
  const hashes = LEAVES.map((leaf) => sha256(utf8ToBytes(leaf)));
  const root = bytesToHex(merkleRoot(hashes));
  const content = JSON.stringify(row(root));
  return {
    leaf: LEAVES[1] ?? '',
    hash: bytesToHex(hashes[1] ?? new Uint8Array()),
    path: merklePath(hashes, 1),
    root,
    chain: {
      auditId: 7,
      at: AT,
      hashBefore: HASH_BEFORE,
      content,
      hash: bytesToHex(sha256(concatBytes(hexToBytes(HASH_BEFORE), utf8ToBytes(content)))),
    },
  };
}

test('a proof that leads from the leaf to the audit row is accepted', () => {
  expect(checkReceiptProof(aProof())).toBe(true);
});

const other = 'ab'.repeat(32);
describe.each<[string, (proof: WireReceiptProof) => WireReceiptProof]>([
  ['another leaf', (proof) => ({ ...proof, leaf: `${proof.leaf}0` })],
  ['the hash of another leaf', (proof) => ({ ...proof, hash: other })],
  ['a step that is left out', (proof) => ({ ...proof, path: proof.path.slice(1) })],
  [
    'a step on the other side',
    (proof) => ({
      ...proof,
      path: proof.path.map(({ hash, side }) => ({ hash, side: side === 'left' ? 'right' : 'left' })),
    }),
  ],
  ['a step that is not hex', (proof) => ({ ...proof, path: [{ hash: 'no', side: 'left' }] })],
  ['another root', (proof) => ({ ...proof, root: other })],
  ['another hash of the row', (proof) => ({ ...proof, chain: { ...proof.chain, hash: other } })],
  ['another hash before the row', (proof) => ({ ...proof, chain: { ...proof.chain, hashBefore: other } })],
  ['a row of another number', (proof) => ({ ...proof, chain: { ...proof.chain, auditId: 8 } })],
  [
    'a row of another moment',
    (proof) => ({ ...proof, chain: { ...proof.chain, at: '2026-11-21T17:00:00.124Z' } }),
  ],
  [
    'content that was changed after it was hashed',
    (proof) => ({ ...proof, chain: { ...proof.chain, content: proof.chain.content.replace('1-2', '1-3') } }),
  ],
  ['a row that seals another root', () => aProof(() => aRow(other))],
  ['a row that seals no root', () => aProof((root) => aRow(root, { 7: { leaves: 3 } }))],
  ['a row that seals nothing', () => aProof((root) => aRow(root, { 7: null }))],
  ['a row that only names the root', () => aProof((root) => aRow(root, { 7: root }))],
  ['a row of another action', () => aProof((root) => aRow(root, { 4: 'test.note' }))],
  ['a row of another actor', () => aProof((root) => aRow(root, { 3: 'command-line' }))],
  ['a row that a user wrote', () => aProof((root) => aRow(root, { 2: 'u' }))],
  ['content that is not a row', () => aProof((root) => root)],
])('%s', (_what, change) => {
  test('is refused', () => {
    expect(checkReceiptProof(change(aProof()))).toBe(false);
  });
});
