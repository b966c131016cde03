import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatWalletAddress } from './wallet-address.ts';

/** A secret EVM key that signs. */
export interface EvmKey {
  /** EIP-55. */
  readonly address: string;
  /** EIP-191 `personal_sign` of the bytes: 65 bytes as hex with `0x`, r, s, v with v 27 or 28. */
  personalSign(message: Uint8Array): `0x${string}`;
  /** The same for a digest of 32 bytes, such as that of typed data. */
  signDigest(digest: Uint8Array): `0x${string}`;
}

/** 32 random bytes as hex, a valid secret key. */
export function makeEvmSecret(): string {
  return bytesToHex(secp256k1.utils.randomSecretKey());
}

/**
 * @param secretHex with or without `0x`
 * @throws Error if the hex isn't a secret key
 */
export function evmKey(secretHex: string): EvmKey {
  const secret = hexToBytes(secretHex.replace(/^0x/, ''));
  const publicKey = secp256k1.getPublicKey(secret, false).subarray(1);
  const signDigest = (digest: Uint8Array): `0x${string}` => {
    const recovered = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
    const v = 27 + Number(recovered[0]);
    return `0x${bytesToHex(recovered.subarray(1))}${v.toString(16)}`;
  };
  return {
    address: formatWalletAddress('evm', keccak_256(publicKey).subarray(-20)),
    signDigest,
    personalSign(message) {
      const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
      return signDigest(keccak_256(concatBytes(prefix, message)));
    },
  };
}
