import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** `personal_sign` with a key: 65 bytes as hex with `0x`. */
export function personalSign(secret: Uint8Array, text: string): string {
  const message = utf8ToBytes(text);
  const digest = keccak_256(
    concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message),
  );
  const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`;
}
