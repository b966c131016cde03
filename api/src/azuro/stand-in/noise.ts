import { createHash } from 'node:crypto';

/** A number from 0 up to 1 that is always the same for a key, and unlike those of other keys. */
export function noise(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
}
