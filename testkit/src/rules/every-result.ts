/**
 * Every result of a market in which exactly `winners` outcomes win: the indices of the winners, without a void. Counts
 * and oracles use it, so they don't share the product's sets of winners.
 */
export function everyResult(outcomes: number, winners: number, from = 0): number[][] {
  if (winners === 0) return [[]];
  const results: number[][] = [];
  for (let first = from; first < outcomes; first++) {
    for (const others of everyResult(outcomes, winners - 1, first + 1)) results.push([first, ...others]);
  }
  return results;
}
