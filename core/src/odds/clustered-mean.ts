/** What was observed together, such as the bets on one game: a sum, and the sum of the weights that it is divided by. */
export interface Cluster {
  readonly value: number;
  readonly weight: number;
}

/**
 * The sum of all values over the sum of all weights, and its standard error. Clusters count as independent of each other, and
 * what is in one doesn't. With clusters of one observation and weights of 1 it is the usual mean with the error s / sqrt(n).
 *
 * @returns null without weight; the error is null for a single cluster, which says nothing about another one
 * @see docs/decisions/0094-margins-and-closing-prices-are-read-from-the-books.md
 */
export function clusteredMean(
  clusters: readonly Cluster[],
): { mean: number; standardError: number | null } | null {
  const weight = clusters.reduce((sum, each) => sum + each.weight, 0);
  if (weight === 0) return null;
  const mean = clusters.reduce((sum, each) => sum + each.value, 0) / weight;
  const count = clusters.length;
  if (count < 2) return { mean, standardError: null };
  const squares = clusters.reduce((sum, each) => sum + (each.value - mean * each.weight) ** 2, 0);
  return { mean, standardError: Math.sqrt((squares * count) / (count - 1)) / weight };
}
