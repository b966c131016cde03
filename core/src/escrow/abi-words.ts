import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Lower-case hex with `0x`. */
export type Hex = `0x${string}`;

const WORD = 32;

/**
 * A number as a contract's 32-byte word.
 *
 * @param value from 0 to 2^256 - 1
 * @throws RangeError beyond that
 */
export function uintWord(value: bigint | number): Uint8Array {
  const number = BigInt(value);
  if (number < 0n || number >= 1n << 256n) throw new RangeError(`${number} does not fit a word`);
  return hexToBytes(number.toString(16).padStart(2 * WORD, '0'));
}

/** An address as a word, padded on the left. */
export function addressWord(address: Hex): Uint8Array {
  return bytesWord(address, { length: 20, fill: 'left' });
}

/** Bytes of a fixed length as a word, padded on the right. */
export function fixedBytesWord(bytes: Hex, length: number): Uint8Array {
  return bytesWord(bytes, { length, fill: 'right' });
}

/** Keccak-256 of concatenated words or bytes. */
export function keccakOf(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concatBytes(...parts));
}

/** Keccak-256 of a text's UTF-8 bytes. */
export function keccakOfText(text: string): Uint8Array {
  return keccak_256(utf8ToBytes(text));
}

export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

function bytesWord(hex: Hex, { length, fill }: { length: number; fill: 'left' | 'right' }): Uint8Array {
  const bytes = hexToBytes(hex.slice(2));
  if (bytes.length !== length) throw new RangeError(`expected ${length} bytes, got ${bytes.length}`);
  const rest = new Uint8Array(WORD - length);
  return fill === 'left' ? concatBytes(rest, bytes) : concatBytes(bytes, rest);
}
