/** The values something had over time: each from its moment on, the first one from the beginning. */
export type History<T> = readonly [Turn<T>, ...Turn<T>[]];

export interface Turn<T> {
  /** Milliseconds since 1970; ignored for the first value. */
  readonly from: number;
  readonly value: T;
}

/** A change and the decisions based on it are dated by concurrent transactions, which differ by at most this much. */
const APART_MS = 60_000;

/** The values that may have applied at a moment, give or take a minute. */
export function valuesAround<T>(history: History<T>, at: number): T[] {
  const [only] = history;
  if (history.length === 1) return [only.value];
  return history.flatMap(({ from, value }, place) => {
    const until = history[place + 1]?.from ?? Number.POSITIVE_INFINITY;
    return (place === 0 || from - APART_MS <= at) && at <= until + APART_MS ? [value] : [];
  });
}

/** Whether the value was constant between two moments, including a minute before and after. */
export function isSteady<T>(
  [, ...turns]: History<T>,
  { from, until }: { from: number; until: number },
): boolean {
  return turns.every((turn) => turn.from < from - APART_MS || turn.from > until + APART_MS);
}

/** The current value. */
export function lastOf<T>(history: History<T>): T {
  return (history.at(-1) ?? history[0]).value;
}
