import { createRequire } from 'node:module';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';

/** Signs 32 bytes with a key of 32 bytes: 64 bytes, r and s, and which of two keys they lead back to. */
type Sign = (digest: Uint8Array, key: Uint8Array) => { signature: Uint8Array; recovery: number };

/** In plain JavaScript: about a millisecond. Used where the native module has no build, and to check it in tests. */
export const signWithNoble: Sign = (digest, key) => {
  const [recovery = 0, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return { signature: Uint8Array.from(signature), recovery };
};

/** In native code, little enough to do within the transaction that accepts bets. Null without a build. */
export const signNatively: Sign | null = loadNative();

/**
 * Signs a digest as contracts take signatures. The same digest gets the same signature.
 *
 * @param digest 32 bytes
 * @param key 32 bytes
 * @returns 65 bytes: r, s and v, which is 27 or 28
 */
export function signDigest(digest: Hex, key: Uint8Array, sign: Sign = signNatively ?? signWithNoble): Hex {
  const { signature, recovery } = sign(hexToBytes(digest.slice(2)), key);
  return `0x${bytesToHex(signature)}${(27 + recovery).toString(16)}`;
}

function loadNative(): Sign | null {
  let native: typeof import('secp256k1');
  try {
    // The package's main file falls back to another JavaScript version silently; this one only loads the build.
    native = createRequire(import.meta.url)('secp256k1/bindings.js');
  } catch {
    return null;
  }
  return (digest, key) => {
    const { signature, recid } = native.ecdsaSign(digest, key);
    return { signature, recovery: recid };
  };
}
