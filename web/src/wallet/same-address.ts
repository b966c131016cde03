/** EVM addresses differ only in the case of their letters; base58 is case-sensitive. */
export function sameAddress(a: string, b: string): boolean {
  return a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b;
}
