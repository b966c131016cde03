import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WireReceiptProof } from '../http-api/receipts.ts';
import { rootFromPath } from './merkle.ts';

/** The actor and action of audit rows that seal the books. */
const SEALED_BY = { actor: 'system', action: 'books.seal' };

/**
 * Whether an audit row binds a leaf: SHA-256 leads from the leaf's text along the path to the root, the row that
 * seals the books names that root, and its hash follows from the previous hash and its content. It needs only
 * SHA-256, so anyone can repeat it without us. It can't show that everyone was shown the same chain: for that,
 * compare the hash with a head that was recorded elsewhere.
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
    // Invalid hex or JSON proves nothing.
    return false;
  }
}

/** A row is hashed as id, moment, user, actor, action, subject, before, after and reason. */
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
