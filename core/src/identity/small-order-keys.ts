/** The prime of the field that ed25519 coordinates live in. */
const P = 2n ** 255n - 19n;
const SIGN_BIT = 2n ** 255n;

/** One of the two y of the four points of order 8; the other is its negative. */
const Y_OF_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;

/**
 * The y coordinates of the eight points of small order: 1 (order 1), -1 (order 2), 0 (two points of order 4) and two
 * values with two points each (order 8). Such a key proves nothing: its signatures can be forged without a secret.
 */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

/**
 * Whether signatures by an ed25519 public key prove nothing: the key is one of the eight small-order points, whatever
 * its sign bit, or an encoding with a y that isn't below the field's prime. Common verifiers accept forged signatures
 * for such keys.
 *
 * @param bytes 32 bytes, y little-endian with the sign of x in the highest bit
 * @see RFC 8032, section 5.1.3
 */
export function isUnsafeSolanaKey(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & (SIGN_BIT - 1n);
  return y >= P || SMALL_ORDER_Y.has(y);
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
