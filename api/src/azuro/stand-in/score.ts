import type { Distribution } from './distribution.ts';
import type { Part } from './offered.ts';
import type { Pair, Side } from './winners-of.ts';

/** The chances of both sides and of a draw, by `Side`; they sum to 1. The draw is null if the game has no draw. */
export type SideChances = readonly [home: number, draw: number | null, away: number];

/** How a game ended, in all its parts. */
export type Score = Readonly<Partial<Record<Part, Pair>>>;

/** How likely the scores of a game are. */
export interface ScoreModel {
  /** Undefined if the sport has no such part. */
  of(part: Part): Distribution | undefined;
  /**
   * One score at which this side has won, as likely as the model says. It is the same each time.
   *
   * @param noise a number from 0 to below 1 for each name, always the same one
   */
  draw(winner: Side, noise: (name: string) => number): Score;
}

/** The value at which a rising function reaches `goal`, within 0.01 and 0.99. */
export function solve(goal: number, rising: (value: number) => number): number {
  let [low, high] = [0.01, 0.99];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (rising(middle) < goal) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
