import type { PlainRefusal } from './plain-books.ts';

/** Small sums of the naive model, which its bets and its combos share. */

export const CENT = 10_000n;
export const MINUTE_MS = 60_000;

/** Compares and rounds down, and remembers whether the last digits decided any of it. */
export class Borders {
  near = false;

  /** `noise`: what doubles may lose by cancellation before the value arrives here. */
  atMost(value: number, limit: number, noise = 0): boolean {
    const size = Math.max(Math.abs(value), Math.abs(limit));
    if (Math.abs(value - limit) <= 1e-9 * size + noise) this.near = true;
    return value <= limit;
  }

  floor(value: number, noise = 0): number {
    this.atMost(value, Math.round(value), noise);
    return Math.floor(value);
  }
}

export const toUsdc = (amount: bigint): number => Number(amount) / 1e6;
export const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);
export const add = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function required<T>(found: T | undefined): T {
  if (found !== undefined) return found;
  throw new Error('expected to find what was named');
}
export const item = <T>(items: readonly T[], index: number): T => required(items[index]);
export const largest = (amounts: readonly bigint[]): bigint =>
  required(amounts.toSorted((a, b) => Number(b - a))[0]);

export const smallest = (amounts: readonly bigint[]): bigint =>
  required(amounts.toSorted((a, b) => Number(a - b))[0]);

export const isOdds = (odds: number | undefined): odds is number =>
  odds !== undefined && Number.isInteger(odds) && odds >= 101 && odds <= 100_000;

export const refuse = (reason: PlainRefusal, near = false) => ({ ok: false, near, reason }) as const;

/**
 * The chance of an outcome of the feed without the margin, as a fraction `own / all` and as a number: the chances of all
 * outcomes sum to how many of them win, and none is above 1.
 *
 * @param odds hundredths
 */
export function fairChance(
  odds: readonly number[],
  winners: number,
  outcome: number,
): { chance: number; own: bigint; all: bigint } {
  // Exact: over the product of all odds, the chances are fractions of whole numbers.
  const product = odds.reduce((total, each) => total * BigInt(each), 1n);
  const parts = odds.map((each) => product / BigInt(each));
  const all = sum(parts);
  const own = BigInt(winners) * item(parts, outcome);
  return { chance: Math.min(1, Number(own) / Number(all)), own: own < all ? own : all, all };
}
