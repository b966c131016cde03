import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { nativeSecp256k1 } from '../identity/native-secp256k1.ts';

/** Signs 32 bytes with a key of 32 bytes. Returns r and s, 64 bytes, and which of two keys they recover to. */
type Sign = (digest: Uint8Array, key: Uint8Array) => { signature: Uint8Array; recovery: number };

/** In plain JavaScript, about a millisecond. Used if the native module has no build, and to check it in tests. */
export const signWithNoble: Sign = (digest, key) => {
  const [recovery = 0, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return { signature: Uint8Array.from(signature), recovery };
};

// TypeScript remembers the check for null inside functions only of a file's own constants.
const native = nativeSecp256k1;

/** In native code, fast enough for the transaction that accepts bets. Null without a build. */
export const signNatively: Sign | null =
  native &&
  ((digest, key) => {
    const { signature, recid } = native.ecdsaSign(digest, key);
    return { signature, recovery: recid };
  });

/**
 * Signs a digest in the form that contracts take. The same digest always gets the same signature.
 *
 * @param digest 32 bytes
 * @param key 32 bytes
 * @returns 65 bytes: r, s and v, which is 27 or 28
 */
export function signDigest(digest: Hex, key: Uint8Array, sign: Sign = signNatively ?? signWithNoble): Hex {
  const { signature, recovery } = sign(hexToBytes(digest.slice(2)), key);
  return `0x${bytesToHex(signature)}${(27 + recovery).toString(16)}`;
}
