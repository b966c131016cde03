/**
 * So much of all is forgotten together: on its way to the first one a map passes by what was taken out before it, up to
 * tens of thousands, which each new one would have to wait for.
 */
const FORGOTTEN = 0.01;

/** Takes the oldest entries out of a map that holds more than so many. A map keeps the order in which its keys were set. */
export function forgetOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  let left = Math.ceil(most * FORGOTTEN);
  for (const first of map.keys()) {
    map.delete(first);
    left -= 1;
    if (left === 0) return;
  }
}
