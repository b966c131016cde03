/**
 * What signed odds bind the house to. A market keeps one rule from its opening, and each bet keeps the rule that
 * filled it.
 *
 * 1: the bet is filled at exactly the signed odds, which may be slightly above the current price, or refused.
 *
 * 2: the signed odds are a minimum. The bet is filled at the current price if that is at least as good.
 */
export type FillRule = 1 | 2;

/** For live markets, and for markets opened before there was a second rule. */
export const AS_SIGNED: FillRule = 1;

/** For practice markets. */
export const AT_LEAST: FillRule = 2;

/**
 * @throws RangeError for an unknown rule
 */
export function fillRule(version: number): FillRule {
  if (version === AS_SIGNED || version === AT_LEAST) return version;
  throw new RangeError(`expected a rule of filling bets, got ${version}`);
}
