/** Takes the place of `Math.random`: the same numbers in each run, spread evenly, which come by all questions. */
export function evenChance(): () => number {
  let n = 0;
  return () => (n++ * 0.618_033_988_75) % 1;
}
