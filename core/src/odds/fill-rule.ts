/**
 * What signed odds oblige the house to. A market has one rule from its opening on, and each bet keeps the rule that filled it.
 *
 * 1: the bet is filled at exactly the signed odds, or refused. They may be a little above the price of now.
 * 2: the signed odds are a minimum. The bet is filled at the price of now, if that is at least as good.
 */
export type FillRule = 1 | 2;

/** Of live markets, and of markets that were opened before there was another rule. */
export const AS_SIGNED: FillRule = 1;

/** Of practice markets. */
export const AT_LEAST: FillRule = 2;

/** @throws RangeError for a number that names no rule */
export function fillRule(version: number): FillRule {
  if (version === AS_SIGNED || version === AT_LEAST) return version;
  throw new RangeError(`expected a rule of filling bets, got ${version}`);
}
