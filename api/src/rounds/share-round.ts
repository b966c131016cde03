import { claimRun, releaseRun } from '../db/claim-run.ts';
import type { Db } from '../db/db.ts';

/** The claim of a round is shorter than the round, or a timer that is a moment early would skip it. */
const CLAIMED_FOR = 0.8;

/** One process does the work of a round for all; where it fails, the next one may. */
export async function shareRound(
  db: Db,
  { name, everyMs, work }: { name: string; everyMs: number; work: () => Promise<unknown> },
): Promise<void> {
  if (!(await claimRun(db, { name, everyMs: everyMs * CLAIMED_FOR }))) return;
  try {
    await work();
  } catch (error) {
    // Where the database is gone the claim runs out by itself, and why the work failed is what has to be known.
    await releaseRun(db, name).catch(() => undefined);
    throw error;
  }
}
