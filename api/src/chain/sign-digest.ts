import { createRequire } from 'node:module';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';

/** Signs 32 bytes with a key of 32 bytes. Returns r and s, 64 bytes, and which of two keys they recover to. */
type Sign = (digest: Uint8Array, key: Uint8Array) => { signature: Uint8Array; recovery: number };

/** In plain JavaScript, about a millisecond. Used if the native module has no build, and to check it in tests. */
export const signWithNoble: Sign = (digest, key) => {
  const [recovery = 0, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return { signature: Uint8Array.from(signature), recovery };
};

/** In native code, fast enough for the transaction that accepts bets. Null without a build. */
export const signNatively: Sign | null = loadNative();

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

function loadNative(): Sign | null {
  let native: typeof import('secp256k1');
  try {
    // The package's main file silently falls back to JavaScript; this file only loads the native build.
    native = createRequire(import.meta.url)('secp256k1/bindings.js');
  } catch {
    return null;
  }
  return (digest, key) => {
    const { signature, recid } = native.ecdsaSign(digest, key);
    return { signature, recovery: recid };
  };
}
