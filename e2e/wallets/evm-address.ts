import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';

/** The address of a secret key, as wallets show it. */
export function evmAddressOf(secret: Uint8Array): string {
  const hash = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1));
  return formatWalletAddress('evm', hash.subarray(-20));
}
