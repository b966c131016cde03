import type { Logger } from 'pino';
import { causesOf, sqlState } from '../db/sql-state.ts';
import { type Meters, NO_METERS } from '../meters/meters.ts';

/** Shortest time between two lines about the same kind of failure. */
const SELDOM_MS = 10_000;

export interface Failure {
  /** What failed. Together with the code of its cause and `of`, it is the kind of the failure. */
  readonly what: string;
  readonly error: unknown;
  readonly level?: 'warn' | 'error';
  /** Facts with few values, such as the route, that distinguish kinds of failures. */
  readonly of?: Readonly<Record<string, string | number | null>>;
  /** Further facts about this failure alone. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export type FailureLog = ReturnType<typeof openFailureLog>;

/** A kind of failure that was logged recently: how many came since, and the last of them. */
interface Counted {
  count: number;
  last: Failure;
}

/**
 * Writes failures to the log without flooding it. The first failure of a kind is written at once. Later ones within
 * 10 seconds are counted, and the last of them is written with the count when that time is over. So every failure is
 * counted, and each kind has at most six lines a minute. The meter counts all of them at once.
 */
export function openFailureLog(log: Logger, { failed }: Pick<Meters, 'failed'> = NO_METERS) {
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
    report(failure: Failure): void {
      const kind = kindOf(failure);
      failed(failure.what, codeOf(failure.error));
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
    /** Writes at once what was only counted so far. */
    flush(): void {
      for (const entry of counted.values()) writeCounted(entry);
    },
  };
}

const kindOf = ({ what, of = {}, error }: Failure): string =>
  [what, ...Object.values(of), codeOf(error)].join(' ');

/** The code of an error's innermost cause, or its class name. Messages vary too much to tell kinds apart. */
function codeOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== null) return state;
  const at = [...causesOf(error)].at(-1);
  if (at === undefined) return 'none';
  return 'code' in at ? String(at.code) : at.name;
}
