import {
  CENT,
  MICRO,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '../money/micro-usdc.ts';
import { applyBet } from './exposure.ts';
import { AS_SIGNED, type FillRule } from './fill-rule.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import type { Booked } from './pending.ts';

/**
 * The market maker of our own markets: a logarithmic market scoring rule with exact fixed odds.
 *
 * With P_j the open returns on outcome j, b the depth and p0 the starting probabilities:
 *
 *     x_j = ln p0_j + P_j / b        p_j = e^(x_j) / sum e^(x_k)        C = b ln sum e^(x_k)
 *
 * The state has only integers (`LmsrBook`); every x is recomputed from them, so errors don't accumulate. Floating
 * point is used only in this file and leaves it rounded down.
 *
 * Whatever is bet, the house loses at most `lossBudget`. For bets filled at their signed odds, see `slackOf`. If
 * signed odds are a minimum, no bet is filled above the price, so R >= C, and R - P_i >= C - P_i >= -b ln(1 / p0_i).
 */

/** The market maker's view of a market. The order of outcomes is fixed. */
export interface LmsrBook extends Booked {
  readonly kind: 'lmsr';
  readonly rule: FillRule;
  /** Sum to 1, each at least 0.01, two outcomes or more. */
  readonly initialProbabilities: readonly number[];
  /** F: the most the house can lose on the market, micro-USDC, at least 1,000 USDC. */
  readonly lossBudget: MicroUsdc;
}

const LOWEST_HUNDREDTHS = Number(LOWEST_ODDS / ODDS_STEP);
const HIGHEST_HUNDREDTHS = Number(HIGHEST_ODDS / ODDS_STEP);

/** No bet may raise an outcome's probability above this. */
const MAX_PROBABILITY = 0.99;

/** The share of the loss budget that prices use; the rest starts the slack, which only fills at old odds need. */
const pricedShareOf = (rule: FillRule) => (rule === AS_SIGNED ? 0.99 : 1);

/** Compared with the current price, a bet may cost the house at most this share of its stake. */
const MAX_SHORTFALL_SHARE = 0.01;

/** Slack stays at least one micro-USDC; in USDC. */
const MIN_SLACK = 0.000001;

/** The arithmetic's tolerance, in USDC. */
const NOTHING = 1e-9;

export const MIN_PROBABILITY = 0.01;
export const MIN_LOSS_BUDGET = microUsdc(1_000n * MICRO);

/**
 * An empty book.
 *
 * @param initialProbabilities weights of two outcomes or more; normalised to sum to 1
 * @param lossBudget micro-USDC, at least 1,000 USDC
 * @throws RangeError when a normalised probability is under 0.01 or not finite, or the budget is too small
 */
export function openLmsrBook(terms: {
  rule: FillRule;
  initialProbabilities: readonly number[];
  lossBudget: MicroUsdc;
}): LmsrBook {
  const { rule, initialProbabilities: weights, lossBudget } = terms;
  if (weights.length < 2) throw new RangeError(`a market needs 2 outcomes, got ${weights.length}`);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const initialProbabilities = weights.map((weight) => weight / sum);
  // The tolerance covers the division above, which may give slightly less than 0.01.
  if (!initialProbabilities.every((p) => p >= MIN_PROBABILITY - 1e-12)) {
    throw new RangeError(`starting probabilities must each be at least 0.01, got ${weights.join(', ')}`);
  }
  if (lossBudget < MIN_LOSS_BUDGET) {
    throw new RangeError(`a loss budget is at least 1,000 USDC, got ${lossBudget} micro-USDC`);
  }
  return {
    kind: 'lmsr',
    rule,
    winners: 1,
    initialProbabilities,
    lossBudget,
    openReturns: weights.map(() => ZERO_USDC),
    received: ZERO_USDC,
    openStakes: ZERO_USDC,
  };
}

/**
 * The market maker's current probability of each outcome.
 *
 * @returns numbers between 0 and 1 that sum to 1, in the order of the outcomes
 */
export function probabilitiesOf(book: LmsrBook): number[] {
  const positions = positionsOf(book);
  const total = logSumExp(positions);
  return positions.map((x) => Math.exp(x - total));
}

/**
 * Odds for a stake on an outcome, rounded down to two decimals.
 *
 * @param stake micro-USDC, above 0
 * @returns micro-odds between 1.01 and 1000.00, or null when the stake cannot be priced or is too large
 */
export function oddsFor(book: LmsrBook, bet: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
  return oddsAt(standingOf(book, bet.outcome), bet.stake);
}

/**
 * The largest stake on an outcome now at any odds: it keeps the probability at or under 99%.
 *
 * @returns micro-USDC in whole cents, 0 when nothing can be staked
 */
export function maxStakeOn(book: LmsrBook, outcome: number): MicroUsdc {
  return standingOf(book, outcome).maxStake;
}

/**
 * The largest stake on an outcome that still gets these odds or better.
 *
 * @param odds micro-odds
 * @returns micro-USDC in whole cents, 0 when not even a cent is
 */
export function maxStakeAtOdds(book: LmsrBook, at: { outcome: number; odds: MicroOdds }): MicroUsdc {
  const standing = standingOf(book, at.outcome);
  // Odds fall as the stake grows, so a binary search finds the limit.
  let low = 0n;
  let high = standing.maxStake / CENT;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const odds = oddsAt(standing, microUsdc(middle * CENT));
    if ((odds ?? 0n) >= at.odds) low = middle;
    else high = middle - 1n;
  }
  return microUsdc(low * CENT);
}

/**
 * Whether the market maker takes a bet at odds signed some seconds ago: it costs at most 1% of its stake compared
 * with the current price, the slack stays above zero and the outcome stays at or under 99%. Another outcome may be
 * above that after cash-outs; this bet lowers it.
 *
 * @param odds micro-odds, as signed
 * @param needsSlack false when the caller limits the loss by counting: then a bet that costs nothing compared with
 *   the current price is taken even if the slack is used up
 * @see docs/design/pricing.md#signed-odds
 */
export function honours(
  book: LmsrBook,
  bet: { outcome: number; stake: MicroUsdc; odds: MicroOdds },
  { needsSlack = true } = {},
): boolean {
  if (bet.odds < LOWEST_ODDS || bet.odds > HIGHEST_ODDS || bet.stake > maxStakeOn(book, bet.outcome))
    return false;
  const after = applyBet(book, bet);
  const stake = toUsdc(bet.stake);
  const shortfall = costOf(after) - costOf(book) - stake;
  return (
    shortfall <= stake * MAX_SHORTFALL_SHARE &&
    (isSound(after) || (!needsSlack && shortfall <= NOTHING)) &&
    // The tolerance covers rounding for exactly the maximum stake. Written so NaN refuses.
    probabilitiesOf(after).every((p, j) => j !== bet.outcome || p <= MAX_PROBABILITY + 1e-12)
  );
}

/**
 * A bet's cash-out value now: V = b (sp(d) - sp(d - T/b)), rounded down to the cent.
 *
 * @param bet.payout T: what the bet returns if it wins, micro-USDC
 * @returns micro-USDC in whole cents, or null when the calculation gives no number
 * @see docs/design/pricing.md#own-markets
 */
export function cashOutValue(
  book: LmsrBook,
  { outcome, payout }: { outcome: number; payout: MicroUsdc },
): MicroUsdc | null {
  const { depth, lead } = standingOf(book, outcome);
  const value = depth * (softplus(lead) - softplus(lead - toUsdc(payout) / depth));
  return Number.isFinite(value) && value >= 0 ? floorToCent(value) : null;
}

/** Whether a market maker that fills bets as signed still has slack. It does after every bet and every cash-out. */
export function isSound(book: LmsrBook): boolean {
  return slackOf(book) >= MIN_SLACK;
}

/**
 * What the market set aside beyond the cost of its open returns: Phi = R + H - C. Every rounding adds to it, every
 * bet at outdated odds takes from it. While it is above zero the loss stays within the budget, because R - P_i >= C -
 * H - P_i >= -(b ln(1 / p0_i) + H) >= -F.
 *
 * @returns USDC
 */
export function slackOf(book: LmsrBook): number {
  return toUsdc(book.received) + toUsdc(book.lossBudget) * (1 - pricedShareOf(book.rule)) - costOf(book);
}

// ---- arithmetic ----------------------------------------------------------------------------------------

/** b, in USDC: chosen so bets at the price lose at most the priced share of the budget. */
export function depthOf(book: LmsrBook): number {
  const priced = toUsdc(book.lossBudget) * pricedShareOf(book.rule);
  return priced / -Math.log(Math.min(...book.initialProbabilities));
}

function positionsOf(book: LmsrBook): number[] {
  const b = depthOf(book);
  return book.initialProbabilities.map((p0, j) => {
    const owed = book.openReturns[j];
    if (owed === undefined) throw new RangeError(`expected the open returns of outcome ${j}, got none`);
    return Math.log(p0) + toUsdc(owed) / b;
  });
}

/** C, in USDC; zero for an empty book. */
function costOf(book: LmsrBook): number {
  return depthOf(book) * logSumExp(positionsOf(book));
}

/** What quoting an outcome needs. */
interface Standing {
  /** b, in USDC. */
  depth: number;
  /** d: how far the outcome leads all others together. */
  lead: number;
  maxStake: MicroUsdc;
}

function standingOf(book: LmsrBook, outcome: number): Standing {
  const x = positionsOf(book);
  const own = x[outcome];
  if (own === undefined) throw new RangeError(`outcome ${outcome} of a market with ${x.length}`);
  const others = logSumExp(othersOf(x, outcome));
  const depth = depthOf(book);
  // b ln(100 (1 - p)). 1 - p comes from the other outcomes, which keeps its digits near 1.
  const most = depth * (others - logSumExp(x) - Math.log(1 - MAX_PROBABILITY));
  return { depth, lead: own - others, maxStake: most > 0 ? floorToCent(most) : ZERO_USDC };
}

function oddsAt({ depth, lead, maxStake }: Standing, stake: MicroUsdc): MicroOdds | null {
  if (stake <= 0n || stake > maxStake) return null;
  const share = toUsdc(stake) / depth;
  // What the stake wins beyond itself, in units of b: ln(1 + (1 - e^(-A/b)) e^(-d)).
  const gain =
    lead < -30
      ? softplus(Math.log(-Math.expm1(-share)) - lead)
      : Math.log1p(-Math.expm1(-share) * Math.exp(-lead));
  const hundredths = Math.floor(100 * (1 + gain / share));
  // Compared before the conversion to an integer: a value that isn't finite has no price.
  return hundredths >= LOWEST_HUNDREDTHS && hundredths <= HIGHEST_HUNDREDTHS
    ? microOdds(BigInt(hundredths) * ODDS_STEP)
    : null;
}

function othersOf(positions: readonly number[], outcome: number): number[] {
  return positions.filter((_, j) => j !== outcome);
}

/** ln sum e^x, shifted by the largest x so it can't overflow. */
function logSumExp(xs: readonly number[]): number {
  const most = Math.max(...xs);
  return most + Math.log(xs.reduce((sum, x) => sum + Math.exp(x - most), 0));
}

/** ln(1 + e^z) without overflow. */
function softplus(z: number): number {
  return z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z));
}

function toUsdc(micro: MicroUsdc): number {
  return Number(micro) / Number(MICRO);
}

function floorToCent(usdc: number): MicroUsdc {
  return microUsdc(BigInt(Math.floor(usdc * 100)) * CENT);
}
