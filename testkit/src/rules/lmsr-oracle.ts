import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { LmsrBook } from '@tallystone/core/odds/lmsr';

/**
 * An independent calculation of the market maker in fixed-point integers with 60 decimal places, from the textbook
 * formulas alone. All amounts are USDC in this fixed point.
 */

const SCALE = 10n ** 60n;

export interface ExactPrices {
  /** C = b ln sum e^(x_j), USDC. */
  cost: Fixed;
  /** p_j = e^(x_j) / sum e^(x_k). */
  probabilities: Fixed[];
  /** T = b ln(1 + (e^(A/b) - 1) / p_i): a stake's exact return without rounding, USDC. */
  returnFor(bet: { outcome: number; stake: MicroUsdc }): Fixed;
  /** p_i after that purchase. */
  probabilityAfter(bet: { outcome: number; stake: MicroUsdc }): Fixed;
  /** V = C(P) - C(P without T): a return's exact cash-out value without rounding, USDC. */
  valueOf(bet: { outcome: number; payout: MicroUsdc }): Fixed;
}

/** A number times 10^60. */
export type Fixed = bigint & { readonly unit: 'fixed' };

export function exactPricesOf(book: LmsrBook): ExactPrices {
  const initial = book.initialProbabilities.map(fromDouble);
  const least = leastOf(initial);
  const hundredths = book.rule === 1 ? 99n : 100n;
  const b = div(mul(usdc(book.lossBudget), fixed((hundredths * SCALE) / 100n)), neg(ln(least)));
  const weights = initial.map((p0, j) => mul(p0, exp(div(usdc(book.openReturns[j] ?? missing(j)), b))));
  const sum = weights.reduce((a, w) => fixed(a + w));
  const probabilities = weights.map((w) => div(w, sum));
  return {
    cost: mul(b, ln(sum)),
    probabilities,
    returnFor({ outcome, stake }) {
      const p = probabilities[outcome] ?? missing(outcome);
      const growth = exp(div(usdc(stake), b));
      return mul(b, ln(div(fixed(growth - SCALE + p), p)));
    },
    probabilityAfter({ outcome, stake }) {
      const p = probabilities[outcome] ?? missing(outcome);
      // Staking A moves the others' probability from 1 - p to (1 - p) e^(-A/b).
      return fixed(SCALE - div(fixed(SCALE - p), exp(div(usdc(stake), b))));
    },
    valueOf({ outcome, payout }) {
      const weight = weights[outcome] ?? missing(outcome);
      const without = div(weight, exp(div(usdc(payout), b)));
      return mul(b, ln(div(sum, fixed(sum - weight + without))));
    },
  };
}

/** An amount of money in the oracle's fixed point. */
export function usdc(micro: MicroUsdc): Fixed {
  return fixed((micro * SCALE) / 1_000_000n);
}

/** The nearest double, for comparisons with a tolerance. */
export function toDouble(value: Fixed): number {
  return Number(value / 10n ** 40n) / 1e20;
}

// Only this function adds the oracle's brand.
const fixed = (value: bigint): Fixed => value as Fixed;

const neg = (a: Fixed) => fixed(-a);
const mul = (a: Fixed, b: Fixed) => fixed((a * b) / SCALE);
const div = (a: Fixed, b: Fixed) => fixed((a * SCALE) / b);

function missing(outcome: number): never {
  throw new RangeError(`no outcome ${outcome}`);
}

function leastOf(values: readonly Fixed[]): Fixed {
  let least = values[0] ?? missing(0);
  for (const value of values) if (value < least) least = value;
  return least;
}

/** Exact: a double between 2^-10 and 1 is a whole number of 2^-64. */
function fromDouble(value: number): Fixed {
  return fixed((BigInt(value * 2 ** 64) * SCALE) / 2n ** 64n);
}

/** Taylor's series of a small part, squared back up. */
function exp(x: Fixed): Fixed {
  if (x < 0n) return div(fixed(SCALE), exp(neg(x)));
  let halvings = 0;
  let small: bigint = x;
  while (small > SCALE / 1_024n) {
    small /= 2n;
    halvings += 1;
  }
  let sum = SCALE;
  let term = SCALE;
  for (let k = 1n; term > 0n; k += 1n) {
    term = (term * small) / (SCALE * k);
    sum += term;
  }
  for (let i = 0; i < halvings; i += 1) sum = (sum * sum) / SCALE;
  return fixed(sum);
}

/** Halved into [1, 2), then 2 artanh((y - 1) / (y + 1)). */
function ln(y: Fixed): Fixed {
  let doublings = 0n;
  let rest: bigint = y;
  while (rest >= 2n * SCALE) {
    rest /= 2n;
    doublings += 1n;
  }
  while (rest < SCALE) {
    rest *= 2n;
    doublings -= 1n;
  }
  return fixed(doublings * LN_2 + lnNearOne(rest));
}

function lnNearOne(y: bigint): bigint {
  const z = ((y - SCALE) * SCALE) / (y + SCALE);
  const square = (z * z) / SCALE;
  let sum = 0n;
  let power = z;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = (power * square) / SCALE;
  }
  return 2n * sum;
}

const LN_2 = lnNearOne(2n * SCALE);
