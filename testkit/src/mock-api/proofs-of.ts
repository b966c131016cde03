import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WireReceiptProof } from '@tallystone/core/http-api/receipts';
import { merklePath, merkleRoot } from '@tallystone/core/ledger/merkle';

/** Real seals of some leaves, made as the server makes them: one root in row 41 of the audit chain. */
export function proofsOf(leaves: string[]): WireReceiptProof[] {
  const hashes = leaves.map((leaf) => sha256(utf8ToBytes(leaf)));
  const root = bytesToHex(merkleRoot(hashes));
  const at = '2026-11-20T12:02:05.000Z';
  const content = JSON.stringify([
    41,
    Date.parse(at),
    null,
    'system',
    'books.seal',
    'entries',
    null,
    { root },
    null,
  ]);
  const hashBefore = '00'.repeat(32);
  const hash = bytesToHex(sha256(concatBytes(hexToBytes(hashBefore), utf8ToBytes(content))));
  return leaves.map((leaf, index) => ({
    leaf,
    hash: bytesToHex(sha256(utf8ToBytes(leaf))),
    path: merklePath(hashes, index),
    root,
    chain: { auditId: 41, at, hashBefore, content, hash },
  }));
}
