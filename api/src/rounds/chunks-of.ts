/** Splits a list into parts of at most `most` elements. */
export function chunksOf<T>(list: readonly T[], most: number): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < list.length; from += most) chunks.push(list.slice(from, from + most));
  return chunks;
}
