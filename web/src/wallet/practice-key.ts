import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type TypedData, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';

/** A throw-away EVM key. It guards practice money only. */
export interface PracticeKey {
  /** EIP-55 address. */
  address: string;
  /** EIP-191 `personal_sign` of the bytes: 65 bytes as 0x-hex, r, s, v with v 27 or 28. */
  personalSign: (message: Uint8Array) => string;
  /** EIP-712 signature over our typed data, in the same form. */
  signTypedData: (data: TypedData) => Hex;
}

/** 32 random bytes as hex, a valid secret key. */
export function makePracticeSecret(): string {
  return bytesToHex(secp256k1.utils.randomSecretKey());
}

/** Throws if the hex isn't a secret key. */
export function practiceKey(secretHex: string): PracticeKey {
  const secret = hexToBytes(secretHex.replace(/^0x/, ''));
  const publicKey = secp256k1.getPublicKey(secret, false).subarray(1);
  const addressBytes = keccak_256(publicKey).subarray(-20);

  const sign = (digest: Uint8Array): Hex => {
    const recovered = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
    const [recovery, rs] = [recovered[0] ?? 0, recovered.subarray(1)];
    return `0x${bytesToHex(rs)}${(27 + recovery).toString(16)}`;
  };

  return {
    address: formatWalletAddress('evm', addressBytes),
    personalSign(message) {
      const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
      return sign(keccak_256(concatBytes(prefix, message)));
    },
    signTypedData: (data) => sign(hexToBytes(typedDataDigest(data).slice(2))),
  };
}
