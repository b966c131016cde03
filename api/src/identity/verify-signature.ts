import { createPublicKey, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { isUnsafeSolanaKey } from '@tallystone/core/identity/small-order-keys';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { type RecoverSigner, recoverSigner } from './recover-signer.ts';

/** The group orders of secp256k1 and of ed25519. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The prefix of the 32 bytes of an ed25519 key in SPKI form. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Whether the wallet signed the text. EVM: `personal_sign`, EIP-191; Solana: ed25519 over the text's bytes. Refuses second
 * signatures that anyone can derive from a first one (high s, S not below the group's order), and keys whose signatures
 * prove nothing.
 *
 * Runs on the main thread: native checks take 65 to 120 microseconds, less than handing them to another thread.
 *
 * @param signature 65 bytes (evm) or 64 bytes (solana), as `parseSignature` returns them
 */
export function verifySignature(
  { wallet, text, signature }: { wallet: WalletAddress; text: string; signature: Uint8Array },
  recover: RecoverSigner = recoverSigner,
): boolean {
  if (wallet.family === 'solana')
    return isSolanaSignature(wallet.bytes, Buffer.from(text, 'utf8'), signature);
  return verifyDigest({ address: wallet.bytes, digest: personalDigest(text), signature }, recover);
}

/** The 32 bytes that an EVM wallet signs for a text by `personal_sign`, EIP-191. */
export function personalDigest(text: string): Uint8Array {
  const message = Buffer.from(text, 'utf8');
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`, 'utf8');
  return keccak_256(Buffer.concat([prefix, message]));
}

/**
 * Whether the key behind an EVM address signed a digest, such as that of typed data.
 *
 * @param signature 65 bytes: r, s, and v as 0, 1, 27 or 28
 */
export function verifyDigest(
  { address, digest, signature }: { address: Uint8Array; digest: Uint8Array; signature: Uint8Array },
  recover: RecoverSigner = recoverSigner,
): boolean {
  const recovery = recoveryOf(signature[64]);
  if (signature.length !== 65 || recovery === null) return false;
  const r = bigEndian(signature.subarray(0, 32));
  const s = bigEndian(signature.subarray(32, 64));
  if (r === 0n || r >= N || s === 0n || s > N / 2n) return false;
  const key = recover({ signature: signature.subarray(0, 64), recovery, hash: digest });
  return key !== null && Buffer.compare(keccak_256(key.subarray(1)).subarray(12), address) === 0;
}

function recoveryOf(v: number | undefined): 0 | 1 | null {
  if (v === 0 || v === 27) return 0;
  return v === 1 || v === 28 ? 1 : null;
}

function isSolanaSignature(key: Uint8Array, message: Buffer, signature: Uint8Array): boolean {
  if (signature.length !== 64 || isUnsafeSolanaKey(key)) return false;
  // Reverses a copy, because a Buffer's slice shares the caller's bytes.
  if (bigEndian(Uint8Array.from(signature.subarray(32)).reverse()) >= L) return false;
  try {
    const publicKey = createPublicKey({
      key: Buffer.concat([ED25519_SPKI, key]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, message, publicKey, signature);
  } catch {
    // OpenSSL throws if the bytes aren't a point on the curve: then no key can have signed.
    return false;
  }
}

function bigEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
