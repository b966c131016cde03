import { createHash } from 'node:crypto';

/** SHA-256, hex, of parts that keep their borders: no two lists of parts are hashed alike. */
export function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * What names a signed text: the text and its signature (hex), without the last byte of an EVM signature, which has
 * two spellings.
 */
export const signedHashOf = (signedText: string, signature: string): string =>
  hashParts([signedText, signature.slice(0, 128)]);
