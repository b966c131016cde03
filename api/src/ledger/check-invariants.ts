import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { findWrongRoots, ROOTS } from './check-roots.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';
import type { Scope } from './sums.ts';

export interface Verdict {
  readonly invariant: Pick<Invariant, 'number' | 'promise'>;
  /** The first rows that break it; none when it holds. */
  readonly offenders: readonly Record<string, unknown>[];
}

const SHOWN = 10;

/** A promise of the books, and how what breaks it is found. */
export interface Check {
  readonly invariant: Verdict['invariant'];
  offenders(db: Db, scope: Scope): Promise<Verdict['offenders']>;
}

/** Everything that is promised of the books. The roots of the seals alone are more than a statement of SQL. */
export const CHECKS: readonly Check[] = [
  ...INVARIANTS.map((invariant) => ({
    invariant,
    offenders: (db: Db, scope: Scope) =>
      rows(db, sql`select * from (${invariant.offenders(scope)}) as offenders limit ${SHOWN}`),
  })),
  { invariant: ROOTS, offenders: findWrongRoots },
];

/** Checks every invariant of the books and says of each whether it holds. */
export async function checkInvariants(db: Db, scope: Scope): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { invariant, offenders } of CHECKS) {
    // One after the other: the books are read beside the bets, not instead of them.
    verdicts.push({ invariant, offenders: await offenders(db, scope) });
  }
  return verdicts;
}
