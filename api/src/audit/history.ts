/** What something was, in the order of time: each value from its moment on, the first one since ever. */
export type History<T> = readonly [Turn<T>, ...Turn<T>[]];

export interface Turn<T> {
  /** Milliseconds since 1970; that of the first is not asked. */
  readonly from: number;
  readonly value: T;
}

/** A change and what was decided by it are dated by transactions that ran beside each other: so far apart at most. */
const APART_MS = 60_000;

/** What it was at a moment, and what it may have been for who looked a minute before or after. */
export function valuesAround<T>(history: History<T>, at: number): T[] {
  const [only] = history;
  if (history.length === 1) return [only.value];
  return history.flatMap(({ from, value }, place) => {
    const until = history[place + 1]?.from ?? Number.POSITIVE_INFINITY;
    return (place === 0 || from - APART_MS <= at) && at <= until + APART_MS ? [value] : [];
  });
}

/** Whether it was the same for all who looked between two moments, a minute before and after included. */
export function isSteady<T>(
  [, ...turns]: History<T>,
  { from, until }: { from: number; until: number },
): boolean {
  return turns.every((turn) => turn.from < from - APART_MS || turn.from > until + APART_MS);
}

/** What it is now. */
export function lastOf<T>(history: History<T>): T {
  return (history.at(-1) ?? history[0]).value;
}
