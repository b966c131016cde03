import { secp256k1 } from '@noble/curves/secp256k1.js';
import { nativeSecp256k1 } from './native-secp256k1.ts';

/**
 * Recovers the uncompressed public key (65 bytes) of a secp256k1 signature. Returns null if there is none.
 *
 * @param signature 64 bytes, r and s
 * @param recovery which of the two points with this r
 * @param hash 32 bytes
 */
export type RecoverSigner = (parts: {
  signature: Uint8Array;
  recovery: 0 | 1;
  hash: Uint8Array;
}) => Uint8Array | null;

/** In plain JavaScript, about 2 ms. Used if the native module has no build, and to check it in tests. */
export const recoverWithNoble: RecoverSigner = ({ signature, recovery, hash }) => {
  try {
    return secp256k1.Signature.fromBytes(signature, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
      .toBytes(false);
  } catch {
    // Throws if no point has this r: then no key made the signature.
    return null;
  }
};

// TypeScript remembers the check for null inside functions only of a file's own constants.
const native = nativeSecp256k1;

/** In native code, about 65 microseconds: fast enough to run on the main thread. Null without a build. */
export const recoverNatively: RecoverSigner | null =
  native &&
  (({ signature, recovery, hash }) => {
    try {
      return native.ecdsaRecover(signature, recovery, hash, false);
    } catch {
      // As above: no key made the signature.
      return null;
    }
  });

export const recoverSigner: RecoverSigner = recoverNatively ?? recoverWithNoble;
