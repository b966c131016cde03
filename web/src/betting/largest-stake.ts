/**
 * What "Max" puts into the amount field: the lowest of the limits that are known, in whole cents.
 * Null while neither balance nor cap is known, or when nothing may be staked.
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
  // The millionth is beyond what the wire carries, so it only undoes the error of the double.
  const cents = Math.floor(Math.min(...limits) * 100 + 1e-6);
  return cents > 0 ? String(cents / 100) : null;
}
