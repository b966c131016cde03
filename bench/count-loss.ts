import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** A bet as it is written down, in micro-USDC as plain numbers: these are exact up to nine billion USDC. */
export interface Line {
  /** When it was placed, in milliseconds. */
  readonly at: number;
  readonly outcome: number;
  readonly stake: number;
  /** What it returns if its outcome wins, stake included. */
  readonly payout: number;
  /** What was paid for it when it was sold back; null if it is open. */
  readonly soldFor: number | null;
}

/** The indices of a market's winners, or null if it is void. */
export type Winners = readonly number[] | null;

/** When the game really started: bets from then on are refunded. Without a correction no bet is that late. */
export const AS_ANNOUNCED = Number.POSITIVE_INFINITY;

/**
 * What the house loses on a market, from its bets one by one: all that is paid, less all that was staked. It shares no
 * arithmetic with core.
 *
 * @returns micro-USDC, below zero for a gain
 */
export function countLoss(lines: readonly Line[], won: Winners, start = AS_ANNOUNCED): number {
  let loss = 0;
  for (const line of lines) loss += paidFor(line, won, start) - line.stake;
  return loss;
}

/** The largest such loss of any of these results. */
export function countWorst(
  lines: readonly Line[],
  results: readonly Winners[],
  start = AS_ANNOUNCED,
): number {
  let worst = Number.NEGATIVE_INFINITY;
  for (const won of results) worst = Math.max(worst, countLoss(lines, won, start));
  return worst;
}

/** What a bet of whole cents returns at odds of whole hundredths, micro-USDC: exact, as cents times hundredths. */
export const countPayout = (stake: MicroUsdc, odds: MicroOdds): number =>
  (Number(stake) / 10_000) * (Number(odds) / 10_000) * 100;

/** A cash-out stays, also for a bet that turns out to be late. */
function paidFor({ at, outcome, stake, payout, soldFor }: Line, won: Winners, start: number): number {
  if (soldFor !== null) return soldFor;
  if (won === null || at >= start) return stake;
  return won.includes(outcome) ? payout : 0;
}
