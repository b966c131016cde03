/** The middle one of these numbers, or the mean of the two in the middle if their number is even. NaN without any. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2;
}
