/**
 * The share that is deleted together. To reach its first entry a map skips up to tens of thousands of deleted ones, so
 * deleting entries one by one would be slow.
 */
const FORGOTTEN = 0.01;

/** Deletes the oldest entries of a map that has more than `most`. A map keeps the order in which its keys were set. */
export function forgetOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  let left = Math.ceil(most * FORGOTTEN);
  for (const first of map.keys()) {
    map.delete(first);
    left -= 1;
    if (left === 0) return;
  }
}
