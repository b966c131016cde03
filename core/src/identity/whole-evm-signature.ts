/** In the short form, a first digit of s of at least this means an odd v: s itself is below half the group's order. */
const ODD_FROM = 8;

/**
 * An EVM signature as r, s and v: 130 hex digits. Some wallets send the short form, whose first bit of s encodes v;
 * it is expanded.
 *
 * @param text hex of either case, with or without `0x`
 * @returns null for any other text
 * @see EIP-2098
 */
export function wholeEvmSignature(text: string): string | null {
  const digits = (text.startsWith('0x') ? text.slice(2) : text).toLowerCase();
  if (/^[0-9a-f]{130}$/.test(digits)) return digits;
  if (!/^[0-9a-f]{128}$/.test(digits)) return null;
  const first = Number.parseInt(digits.charAt(64), 16);
  const s = (first % ODD_FROM).toString(16) + digits.slice(65);
  return digits.slice(0, 64) + s + (first < ODD_FROM ? '1b' : '1c');
}
