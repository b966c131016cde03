/** An outcome as a simulated trader sees it. */
export interface TradedOutcome {
  readonly id: string;
  /** The chance with which it is drawn; for a feed market the chance that the feed gives it. 0 to 1. */
  readonly fair: number;
  /** The chance that the market's price gives it now. 0 to 1. */
  readonly priced: number;
}

/** USDC; small stakes are the most common. */
const STAKES = [5, 5, 10, 10, 20, 25, 25, 40, 50, 75, 100, 150];

/** How strongly traders prefer an outcome that is priced below its fair chance. It keeps prices near the fair ones. */
const VALUE_SENSE = 3;

/**
 * The next bet of a simulated trader: a common stake on an outcome that is more likely the fairer it is and the cheaper it
 * is priced.
 *
 * @param outcomes of one market
 * @param random returns a number from 0 to under 1
 * @returns null if no outcome has a price
 */
export function chooseTrade(
  outcomes: readonly TradedOutcome[],
  random: () => number,
): { outcomeId: string; amount: number } | null {
  const weights = outcomes.map(({ fair, priced }) =>
    priced > 0 ? fair * (fair / priced) ** VALUE_SENSE : 0,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) return null;
  let left = random() * total;
  const chosen = outcomes.find((_, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
  const amount = STAKES[Math.floor(random() * STAKES.length)];
  if (chosen === undefined || amount === undefined) return null;
  return { outcomeId: chosen.id, amount };
}
