import { base32nopad } from '@scure/base';

/** `m_` market, `o_` outcome, `b_` bet, `q_` quote. */
export type IdPrefix = 'm_' | 'o_' | 'b_' | 'q_';

/** Digits after the prefix: 100 random bits. */
const DIGITS = 20;
const BYTES = 13;

/**
 * Makes an id from random bytes: the prefix and 20 lower-case base32 characters.
 *
 * @param bytes at least 13 random bytes; the first 100 bits are used
 * @throws RangeError for fewer bytes
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function encodeId(prefix: IdPrefix, bytes: Uint8Array): string {
  if (bytes.length < BYTES) throw new RangeError(`expected at least ${BYTES} bytes, got ${bytes.length}`);
  return prefix + base32nopad.encode(bytes).toLowerCase().slice(0, DIGITS);
}
