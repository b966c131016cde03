import { createHash } from 'node:crypto';

/** SHA-256, hex, of a list of parts. The boundaries count, so two different lists never hash the same text. */
export function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * The hash that identifies a signed text: of the text and its signature (hex), without the last byte of an EVM signature,
 * which can be written in two ways.
 */
export const signedHashOf = (signedText: string, signature: string): string =>
  hashParts([signedText, signature.slice(0, 128)]);
