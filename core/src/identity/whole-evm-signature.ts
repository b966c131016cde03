/** A digit of s this high holds the parity of v in the short form: an honest s is below half the order of the group. */
const PARITY = 8;

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
  const s = (first % PARITY).toString(16) + digits.slice(65);
  return digits.slice(0, 64) + s + (first < PARITY ? '1b' : '1c');
}
