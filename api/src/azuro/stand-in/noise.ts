import { createHash } from 'node:crypto';

/** A pseudo-random number from 0 to below 1, always the same for the same key. */
export function noise(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
}
