import { base32nopad } from '@scure/base';

/** `m_` market, `b_` bet, `c_` combo, `q_` quote, `s_` cash-out that waits. */
export type IdPrefix = 'm_' | 'b_' | 'c_' | 'q_' | 's_';

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

/** Digits of an outcome's id that are its market's; the other two are its place. */
const OF_MARKET = 18;
const PLACES = 1024;

/**
 * The id of an outcome of a new market: `o_`, the first 18 digits of the market's id, and its place in two digits. Ids
 * that repeat their market's compress well in lists; random ones would be half of the market list.
 *
 * @param marketId as `encodeId` made it
 * @param place from 0 to 1023, in the market's order
 * @throws RangeError for another place
 */
export function outcomeIdOf(marketId: string, place: number): string {
  if (!Number.isInteger(place) || place < 0 || place >= PLACES)
    throw new RangeError(`expected a place from 0 to ${PLACES - 1}, got ${place}`);
  const digits = base32nopad.encode(Uint8Array.of(place >> 2, (place << 6) & 0xff)).toLowerCase();
  return `o_${marketId.slice(2, 2 + OF_MARKET)}${digits.slice(0, 2)}`;
}
