import { base58, base64, hex } from '@scure/base';
import type { WalletFamily } from './wallet-family.ts';
import { wholeEvmSignature } from './whole-evm-signature.ts';

const SOLANA_BYTES = 64;
const SOLANA_HEX = /^(?:0x)?([0-9a-fA-F]{128})$/;
/** The last digit of 64 bytes has four unused bits. They must be zero, so each signature has one base64 form. */
const SOLANA_BASE64 = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
/** 64 bytes make 64 to 88 base58 digits. Checked before decoding, which takes quadratic time. */
const SOLANA_BASE58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * Converts a signature as wallets send it to the one form that is compared, stored and sent on, so the same signature
 * has the same bytes in every notation. EVM: hex of 65 bytes, or of EIP-2098's 64, which become 65. Solana: 64 bytes
 * as hex, base58 or base64. Hex may begin with `0x`.
 *
 * @returns null for anything else
 * @see EIP-2098
 */
export function parseSignature(family: WalletFamily, text: string): Uint8Array | null {
  if (family === 'solana') return parseSolana(text);
  const digits = wholeEvmSignature(text);
  return digits === null ? null : hex.decode(digits);
}

function parseSolana(text: string): Uint8Array | null {
  const digits = SOLANA_HEX.exec(text)?.[1];
  if (digits !== undefined) return hex.decode(digits.toLowerCase());
  if (SOLANA_BASE64.test(text)) return base64.decode(text);
  if (!SOLANA_BASE58.test(text)) return null;
  const bytes = base58.decode(text);
  return bytes.length === SOLANA_BYTES ? bytes : null;
}
