const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** As core/ids.ts writes ids: the prefix, then 100 bits. */
const FORM = /^[mb]_([a-z2-7]{20})$/;

/**
 * A market's or a bet's number in the escrow contract: the 100 bits of its id, padded with zeros on the left.
 *
 * @param id of a market (`m_...`) or of a bet (`b_...`)
 * @returns `0x` and 32 hex digits (16 bytes) for a market, 64 (32 bytes) for a bet
 * @throws RangeError for any other text
 */
export function chainIdOf(id: string): `0x${string}` {
  const digits = FORM.exec(id)?.[1];
  if (digits === undefined) throw new RangeError(`expected the id of a market or of a bet, got "${id}"`);
  let bits = 0n;
  for (const digit of digits) bits = bits * 32n + BigInt(ALPHABET.indexOf(digit));
  return `0x${bits.toString(16).padStart(id.startsWith('m_') ? 32 : 64, '0')}`;
}

/**
 * The id behind a number of the contract.
 *
 * @param hex with `0x`: 16 bytes for a market, 32 for a bet
 * @returns null when it isn't one of our numbers
 */
export function idOfChainId(hex: string): string | null {
  const prefix = /^0x[0-9a-f]{32}$/.test(hex) ? 'm_' : /^0x[0-9a-f]{64}$/.test(hex) ? 'b_' : null;
  if (prefix === null) return null;
  let bits = BigInt(hex);
  if (bits >= 1n << 100n) return null;
  let digits = '';
  for (let i = 0; i < 20; i++) {
    digits = ALPHABET.charAt(Number(bits % 32n)) + digits;
    bits /= 32n;
  }
  return prefix + digits;
}
