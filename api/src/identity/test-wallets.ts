import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';

/** Wallets that really sign, for tests. */
export interface TestWallet {
  wallet: WalletAddress;
  sign(text: string): Uint8Array;
}

/** An EVM wallet with a fresh key, or with the one given. */
export function anEvmWallet(secret = secp256k1.utils.randomSecretKey()): TestWallet & { secret: Uint8Array } {
  const bytes = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12);
  const wallet: WalletAddress = { family: 'evm', bytes, text: formatWalletAddress('evm', bytes) };
  return { wallet, secret, sign: (text) => personalSign(secret, text) };
}

/** A Solana wallet with a fresh key. */
export function aSolanaWallet(): TestWallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
  const wallet: WalletAddress = { family: 'solana', bytes, text: formatWalletAddress('solana', bytes) };
  return { wallet, sign: (text) => Uint8Array.from(sign(null, Buffer.from(text), privateKey)) };
}

/** As Solana wallets write signatures. */
export function base58Of(bytes: Uint8Array): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = digits.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

/** The same signature of an EVM wallet in its short form, EIP-2098: 64 bytes. */
export function shortFormOf(whole: Uint8Array): Uint8Array {
  const short = Uint8Array.from(whole.subarray(0, 64));
  if (whole[64] === 28) short[32] = (short[32] ?? 0) | 0x80;
  return short;
}

/** `personal_sign` as wallets do it: 65 bytes, v of 27 or 28. */
export function personalSign(secret: Uint8Array, text: string): Uint8Array {
  const message = Buffer.from(text, 'utf8');
  const hash = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]),
  );
  const signed = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  return Uint8Array.from([...signed.subarray(1), (signed[0] ?? 0) + 27]);
}
