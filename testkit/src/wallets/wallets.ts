import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { formatWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import { evmWallet } from './evm-wallet.ts';

/** Wallets that really sign, for tests. */
export interface TestWallet {
  wallet: WalletAddress;
  sign(text: string): Uint8Array;
}

/** An EVM wallet with a fresh key, or with the one given. */
export function anEvmWallet(secret = secp256k1.utils.randomSecretKey()): TestWallet & { secret: Uint8Array } {
  const { address, sign } = evmWallet(secret);
  const bytes = hexToBytes(address.slice(2).toLowerCase());
  const wallet: WalletAddress = { family: 'evm', bytes, text: address };
  return { wallet, secret, sign: (text) => hexToBytes(sign(text).slice(2)) };
}

/** A Solana wallet with a fresh key. */
export function aSolanaWallet(): TestWallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
  const wallet: WalletAddress = { family: 'solana', bytes, text: formatWalletAddress('solana', bytes) };
  return { wallet, sign: (text) => Uint8Array.from(sign(null, Buffer.from(text), privateKey)) };
}

/** Base58, as Solana wallets write signatures. */
export function base58Of(bytes: Uint8Array): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = digits.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

/** An EVM signature in its short form, EIP-2098: 64 bytes. */
export function shortFormOf(whole: Uint8Array): Uint8Array {
  const short = Uint8Array.from(whole.subarray(0, 64));
  if (whole[64] === 28) short[32] = (short[32] ?? 0) | 0x80;
  return short;
}
