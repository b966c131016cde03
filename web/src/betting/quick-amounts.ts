/** An amount that the field of an automatic cash-out suggests. */
export interface QuickAmount {
  /** What it is: the stake back, or so many percent of what the bet returns. */
  of: 'stake' | number;
  /** USDC, whole cents. */
  amount: number;
}

const SHARES = [75, 90, 95];
const MOST = 3;

/**
 * Amounts to cash a bet out at, the smallest first: the stake, and shares of what the bet returns, as far as they are more than
 * the bet is worth now.
 *
 * @param of USDC; `now`: null if the bet can't be sold now
 */
export function quickAmounts({
  stake,
  totalReturn,
  now,
}: {
  stake: number;
  totalReturn: number;
  now: number | null;
}): QuickAmount[] {
  const shares = SHARES.map((percent) => ({
    of: percent,
    cents: Math.floor((microOf(totalReturn) * percent) / 1_000_000),
  }));
  return [{ of: 'stake' as const, cents: microOf(stake) / 10_000 }, ...shares]
    .filter(({ cents }, place, all) => cents >= 1 && all.findIndex((each) => each.cents === cents) === place)
    .filter(({ cents }) => cents * 10_000 > microOf(now ?? 0))
    .sort((a, b) => a.cents - b.cents)
    .slice(0, MOST)
    .map(({ of, cents }) => ({ of, amount: cents / 100 }));
}

const microOf = (amount: number): number => Math.round(amount * 1_000_000);
