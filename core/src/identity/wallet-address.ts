import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, hex } from '@scure/base';
import { isUnsafeSolanaKey } from './small-order-keys.ts';
import type { WalletFamily } from './wallet-family.ts';

/** A wallet is identified by its family and bytes; `text` is the only canonical notation. */
export interface WalletAddress {
  readonly family: WalletFamily;
  /** 20 bytes (evm) or 32 bytes (solana). */
  readonly bytes: Uint8Array;
  /** EIP-55 mixed case (evm) or base58 (solana). */
  readonly text: string;
}

const EVM_FORM = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40}|[0-9a-fA-F]{40})$/;
// 32 bytes make 32 to 44 base58 digits. Checked before decoding, which takes quadratic time.
const SOLANA_FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Parses an untrusted wallet address. EVM: all lower case, all upper case after `0x`, or mixed case with a valid
 * EIP-55 checksum. Solana: canonical base58 of exactly 32 bytes that are a safe public key.
 *
 * @returns null for anything else, also for Solana keys whose signatures prove nothing
 * @see EIP-55
 */
export function parseWalletAddress(text: string): WalletAddress | null {
  if (EVM_FORM.test(text)) return parseEvm(text);
  if (SOLANA_FORM.test(text)) return parseSolana(text);
  return null;
}

/**
 * Formats an address canonically.
 *
 * @param bytes 20 bytes (evm) or 32 bytes (solana)
 * @throws RangeError for any other length
 * @see EIP-55
 */
export function formatWalletAddress(family: WalletFamily, bytes: Uint8Array): string {
  const expected = family === 'evm' ? 20 : 32;
  if (bytes.length !== expected) {
    throw new RangeError(`expected ${expected} bytes for an ${family} address, got ${bytes.length}`);
  }
  return family === 'evm' ? checksummed(bytes) : base58.encode(bytes);
}

function parseEvm(text: string): WalletAddress | null {
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const bytes = hex.decode(lower);
  const canonical = checksummed(bytes);
  const isOneCase = digits === lower || digits === digits.toUpperCase();
  if (!isOneCase && text !== canonical) return null;
  return { family: 'evm', bytes, text: canonical };
}

function parseSolana(text: string): WalletAddress | null {
  const bytes = base58.decode(text);
  if (bytes.length !== 32 || base58.encode(bytes) !== text || isUnsafeSolanaKey(bytes)) return null;
  return { family: 'solana', bytes, text };
}

/** EIP-55: a letter is upper case if the hash of the lower-case hex has a nibble of 8 or more there. */
function checksummed(bytes: Uint8Array): string {
  const lower = hex.encode(bytes);
  const hash = hex.encode(keccak_256(Uint8Array.from(lower, (digit) => digit.charCodeAt(0))));
  const mixed = Array.from(lower, (digit, i) => (hash.charAt(i) >= '8' ? digit.toUpperCase() : digit));
  return `0x${mixed.join('')}`;
}
