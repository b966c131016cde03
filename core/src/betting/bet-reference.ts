import type { WalletFamily } from '../identity/wallet-family.ts';

/**
 * The reference of a bet without a chain transaction: `sol_` or `eth_` and the first 32 hex digits of its signature.
 * The browser and the server compute it with this function from the same signature.
 *
 * @param signatureHex hex of either case, with or without `0x`
 * @returns lower case; for EVM these are characters 2 to 34 of the `0x` form
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function betReference(family: WalletFamily, signatureHex: string): string {
  const digits = signatureHex.toLowerCase().replace(/^0x/, '').slice(0, 32);
  return family === 'solana' ? `sol_${digits}` : `eth_${digits}`;
}
