/** The first 8 and last 8 characters of a hash or reference, short enough for a row. */
export function shortenHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}...${hash.slice(-8)}`;
}
