import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';

/** The wallet of a practice key in hex, with or without `0x`; null if the text isn't a key. */
export function walletOfKey(hex: string): WalletAddress | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(hex)?.[1];
  if (digits === undefined) return null;
  const secret = Buffer.from(digits, 'hex');
  if (!secp256k1.utils.isValidSecretKey(secret)) return null;
  const bytes = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12);
  return { family: 'evm', bytes, text: formatWalletAddress('evm', bytes) };
}
