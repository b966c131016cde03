import type { WalletFamily } from '@tallystone/core/identity/wallet-family';

const SIGNATURE_BYTES = { evm: 65, solana: 64 } as const satisfies Record<WalletFamily, number>;

/** Reads a signature as wallets send it: hex of exactly the family's length, with or without `0x`. */
export function parseSignature(family: WalletFamily, text: string): Uint8Array | null {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length !== SIGNATURE_BYTES[family] * 2 || !/^[0-9a-fA-F]+$/.test(digits)) return null;
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}
