/**
 * The amount that "Max" sets: the lowest known limit, in whole cents.
 * Null while neither balance nor cap is known, or if nothing can be staked.
 */
export function largestStake({
  balance,
  capLeft,
  maxStake,
}: {
  balance: number | null;
  capLeft: number | null;
  maxStake: number | null;
}): string | null {
  if (balance === null && capLeft === null) return null;
  const limits = [balance, capLeft, maxStake].filter((limit) => limit !== null);
  // Amounts have fewer decimals than this, so adding 1e-6 cents only corrects floating-point error.
  const cents = Math.floor(Math.min(...limits) * 100 + 1e-6);
  return cents > 0 ? String(cents / 100) : null;
}
