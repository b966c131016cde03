/** From this first digit of s on, the short form says that v is odd: s itself is below half the order of the group. */
const ODD_FROM = 8;

/**
 * The signature of an EVM key as r, s and v: 130 hex digits. Some wallets send the short form, in which the first bit of
 * s says what v is; it means the same and becomes the same here.
 *
 * @param text hex of either case, with or without `0x`
 * @returns null for what has neither form
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
