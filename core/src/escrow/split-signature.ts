import type { Hex } from './abi-words.ts';

/**
 * The parts of a signature, as the token takes them.
 *
 * @param signature 65 bytes: r, s and v, which some wallets count from 0
 */
export function splitSignature(signature: Hex): { v: number; r: Hex; s: Hex } {
  const digits = signature.slice(2);
  const last = Number.parseInt(digits.slice(128), 16);
  return { v: last < 27 ? last + 27 : last, r: `0x${digits.slice(0, 64)}`, s: `0x${digits.slice(64, 128)}` };
}
