import type { WireProfit } from '@tallystone/core/http-api/account';
import { addUsdc } from '../format/dollars.ts';

/** A moment at which bets ended, and the realised profit up to and including it, USDC. */
export interface ProfitSum {
  at: string;
  profit: number;
  sum: number;
}

/** The total up to and including each point. */
export function runningSums(points: WireProfit['points']): ProfitSum[] {
  let sum = 0;
  return points.map(({ at, profit }) => {
    sum = addUsdc([sum, profit]);
    return { at, profit, sum };
  });
}

/** Steps between the marks of a scale, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const MOST_MARKS = 4;

/**
 * The marks of a scale in USDC, lowest first: round amounts that include zero and enclose all values.
 *
 * @param values what is drawn; without any, a scale that begins at zero
 */
export function scaleMarks(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const span = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(span / MOST_MARKS));
  const step = power * (STEPS.find((each) => span / (each * power) <= MOST_MARKS) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  // Rounded, because 3 x 0.1 is a little more than 0.3.
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toFixed(6)));
}
