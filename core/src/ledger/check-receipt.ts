import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WireReceiptProof } from '../http-api/receipts.ts';
import { rootFromPath } from './merkle.ts';

/** What the server does by itself, and how the rows that seal the books are called. */
const SEALED_BY = { actor: 'system', action: 'books.seal' };

/**
 * Whether a leaf is bound by a row of the audit chain: SHA-256 leads from its text along the path to the root, the row
 * that seals the books names that root, and its hash follows from the hash before it and its content. It needs nothing
 * but SHA-256, so anybody can repeat it without us. What it cannot say is that the chain is the one we showed others:
 * for that the hash is compared with a head that was written down elsewhere.
 */
export function checkReceiptProof(proof: WireReceiptProof): boolean {
  const { leaf, hash, path, root, chain } = proof;
  try {
    const leafHash = sha256(utf8ToBytes(leaf));
    const chainHash = sha256(concatBytes(hexToBytes(chain.hashBefore), utf8ToBytes(chain.content)));
    return (
      bytesToHex(leafHash) === hash &&
      bytesToHex(rootFromPath(leafHash, path)) === root &&
      bytesToHex(chainHash) === chain.hash &&
      isSealOf(JSON.parse(chain.content), proof)
    );
  } catch {
    // Hex or JSON that is none proves nothing.
    return false;
  }
}

/** A row is hashed as its id, moment, user, actor, action, subject, before, after and reason. */
function isSealOf(row: unknown, { root, chain }: WireReceiptProof): boolean {
  if (!Array.isArray(row)) return false;
  const [id, at, user, actor, action, , , after] = row as unknown[];
  return (
    id === chain.auditId &&
    at === Date.parse(chain.at) &&
    user === null &&
    actor === SEALED_BY.actor &&
    action === SEALED_BY.action &&
    typeof after === 'object' &&
    after !== null &&
    'root' in after &&
    after.root === root
  );
}
