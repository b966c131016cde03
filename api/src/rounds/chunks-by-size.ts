/**
 * Splits a list into parts of at most `most` elements, whose sizes add up to at most `size`. An element that is larger by itself is
 * a part of its own.
 */
export function chunksBySize<T>(
  list: readonly T[],
  { most, size, sizeOf }: { most: number; size: number; sizeOf: (element: T) => number },
): T[][] {
  const chunks: T[][] = [];
  let room = 0;
  for (const element of list) {
    const own = sizeOf(element);
    const last = chunks.at(-1);
    if (last !== undefined && last.length < most && own <= room) {
      last.push(element);
      room -= own;
    } else {
      chunks.push([element]);
      room = size - own;
    }
  }
  return chunks;
}
