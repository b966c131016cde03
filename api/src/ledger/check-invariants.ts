import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { findWrongRoots, ROOTS } from './check-roots.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';
import type { Scope } from './sums.ts';

export interface Verdict {
  readonly invariant: Pick<Invariant, 'number' | 'promise'>;
  /** The first rows that break it; empty if it holds. */
  readonly offenders: readonly Record<string, unknown>[];
}

const SHOWN = 10;

/** An invariant of the books, and how to find the rows that break it. */
export interface Check {
  readonly invariant: Verdict['invariant'];
  offenders(db: Db, scope: Scope): Promise<Verdict['offenders']>;
}

/** All invariants of the books. Only the roots of the seals need more than one SQL statement. */
export const CHECKS: readonly Check[] = [
  ...INVARIANTS.map((invariant) => ({
    invariant,
    offenders: (db: Db, scope: Scope) =>
      rows(db, sql`select * from (${invariant.offenders(scope)}) as offenders limit ${SHOWN}`),
  })),
  { invariant: ROOTS, offenders: findWrongRoots },
];

export async function checkInvariants(db: Db, scope: Scope): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { invariant, offenders } of CHECKS) {
    // One after the other, so the checks leave room for bets.
    verdicts.push({ invariant, offenders: await offenders(db, scope) });
  }
  return verdicts;
}
