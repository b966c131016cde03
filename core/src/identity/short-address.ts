/**
 * Shortens an address for a badge: its first 6 and last 4 characters.
 *
 * @returns such as `0x71C7...976F`; a text of up to 10 characters stays whole
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function shortenAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
}
