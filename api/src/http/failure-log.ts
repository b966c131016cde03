import type { Logger } from 'pino';
import { causesOf, sqlState } from '../db/sql-state.ts';

/** So often a line may be of the same kind. */
const SELDOM_MS = 10_000;

export interface Failure {
  /** What failed. With the code of its cause, and the facts named in `of`, that is the kind of the failure. */
  readonly what: string;
  readonly error: unknown;
  readonly level?: 'warn' | 'error';
  /** Which of a few it was, such as the route: failures of different ones are of different kinds. */
  readonly of?: Readonly<Record<string, string | number | null>>;
  /** What else the line tells of this one failure. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Writes failures into the log, without drowning it. */
export interface FailureLog {
  tell(failure: Failure): void;
  /** Writes at once what was only counted so far. */
  flush(): void;
}

/** A kind that was written a moment ago: how often it came since, and the last time of it. */
interface Counted {
  count: number;
  last: Failure;
}

/**
 * The first failure of a kind is written at once. Those that follow within 10 seconds are counted, and the last of them
 * is written with their count when the time is over. So every failure is in a count, and a kind has six lines a minute
 * at most.
 */
export function openFailureLog(log: Logger): FailureLog {
  const counted = new Map<string, Counted>();

  function write({ what, error, level = 'error', of = {}, facts = {} }: Failure, count: number): void {
    log[level]({ err: error, ...of, ...facts, count }, what);
  }

  function writeCounted(entry: Counted): boolean {
    const { count, last } = entry;
    if (count === 0) return false;
    entry.count = 0;
    write(last, count);
    return true;
  }

  function wait(kind: string, entry: Counted): void {
    setTimeout(() => {
      if (writeCounted(entry)) wait(kind, entry);
      else counted.delete(kind);
    }, SELDOM_MS).unref();
  }

  return {
    tell(failure) {
      const kind = kindOf(failure);
      const known = counted.get(kind);
      if (known !== undefined) {
        known.count += 1;
        known.last = failure;
        return;
      }
      const entry = { count: 0, last: failure };
      counted.set(kind, entry);
      write(failure, 1);
      wait(kind, entry);
    },
    flush() {
      for (const entry of counted.values()) writeCounted(entry);
    },
  };
}

const kindOf = ({ what, of = {}, error }: Failure): string =>
  [what, ...Object.values(of), codeOf(error)].join(' ');

/** The code of what is at the bottom of an error, or the name of its class. Messages may all differ. */
function codeOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== null) return state;
  const at = [...causesOf(error)].at(-1);
  if (at === undefined) return 'none';
  return 'code' in at ? String(at.code) : at.name;
}
