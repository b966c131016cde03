import type { Hex } from './abi-words.ts';

/**
 * Splits a signature into the parts that the token takes.
 *
 * @param signature 65 bytes: r, s and v; some wallets count v from 0
 */
export function splitSignature(signature: Hex): { v: number; r: Hex; s: Hex } {
  const digits = signature.slice(2);
  const last = Number.parseInt(digits.slice(128), 16);
  return { v: last < 27 ? last + 27 : last, r: `0x${digits.slice(0, 64)}`, s: `0x${digits.slice(64, 128)}` };
}
