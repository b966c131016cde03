import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';

export interface EvmWallet {
  /** EIP-55. */
  address: string;
  /** `personal_sign`: 65 bytes as hex with `0x`. */
  sign(text: string): string;
}

/** A wallet that signs typed data too. */
export interface TypedDataWallet extends EvmWallet {
  /** Signs typed data's digest, 32 bytes as hex with `0x`; the signature has the same form. */
  signDigest(digest: string): string;
}

/** @param key 32 bytes */
export function evmWallet(key: Uint8Array): TypedDataWallet {
  const publicKey = secp256k1.getPublicKey(key, false);
  const signHash = (hash: Uint8Array) => {
    const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rs, 27 + recovery]).toString('hex')}`;
  };
  return {
    address: formatWalletAddress('evm', keccak_256(publicKey.subarray(1)).subarray(12)),
    sign: (text) => signHash(personalHash(text)),
    signDigest: (digest) => signHash(Buffer.from(digest.slice(2), 'hex')),
  };
}

/** The signer's address, computed with other code than the server's. */
export function signerOf(text: string, signature: Uint8Array): string {
  const recovered = Uint8Array.of((signature[64] ?? 0) % 27, ...signature.subarray(0, 64));
  const compressed = secp256k1.recoverPublicKey(recovered, personalHash(text), { prehash: false });
  const publicKey = secp256k1.Point.fromBytes(compressed).toBytes(false);
  return formatWalletAddress('evm', keccak_256(publicKey.subarray(1)).subarray(12));
}

function personalHash(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8');
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}
