import type { Owed } from './exposure.ts';

/**
 * Every possible set of winners of a market, in a fixed order. In a set, bit j says that outcome j wins. A market with
 * one winner has one set per outcome, in the order of its outcomes; a double chance has three sets of two.
 *
 * Databases store sums per set, so the order never changes.
 */
export type WinnerSets = readonly number[];

/** Most outcomes of a market: a set is a number of 31 bits. Markets with several winners have few, since their sets are many. */
export const MOST_OUTCOMES = 30;

const known = new Map<string, WinnerSets>();

/**
 * The sets of `winners` of `outcomes`, by their number as bits.
 *
 * @throws RangeError unless at least one outcome wins and at least one loses
 */
export function winnerSets(outcomes: number, winners: number): WinnerSets {
  const key = `${outcomes} ${winners}`;
  const sets = known.get(key) ?? listSets(outcomes, winners);
  known.set(key, sets);
  return sets;
}

function listSets(outcomes: number, winners: number): number[] {
  if (!(winners >= 1 && winners < outcomes))
    throw new RangeError(`${winners} of ${outcomes} outcomes can't win`);
  if (winners === 1) return Array.from({ length: outcomes }, (_, outcome) => 1 << outcome);
  const all = Array.from({ length: 2 ** outcomes }, (_, set) => set);
  return all.filter((set) => countOf(set) === winners);
}

/** How many outcomes a set has. */
function countOf(set: number): number {
  let count = 0;
  for (let left = set; left > 0; left >>= 1) count += left & 1;
  return count;
}

/** Whether an outcome wins in a set. */
export const winsIn = (set: number, outcome: number): boolean => ((set >> outcome) & 1) === 1;

/** The sets of a book's market. */
export const setsOf = ({ openReturns, winners }: Pick<Owed, 'openReturns' | 'winners'>): WinnerSets =>
  winnerSets(openReturns.length, winners);
