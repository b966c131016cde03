import { claimRun, releaseRun } from '../db/claim-run.ts';
import type { Db } from '../db/db.ts';

/** A claim is shorter than its round; otherwise a timer that fires a little early would skip the round. */
const CLAIMED_FOR = 0.8;

/** One process does the work of a round for all of them. If it fails, another may try. */
export async function shareRound(
  db: Db,
  { name, everyMs, work }: { name: string; everyMs: number; work: () => Promise<unknown> },
): Promise<void> {
  if (!(await claimRun(db, { name, everyMs: everyMs * CLAIMED_FOR }))) return;
  try {
    await work();
  } catch (error) {
    // If the database is down, the claim just expires. The work's own error is the one to report.
    await releaseRun(db, name).catch(() => undefined);
    throw error;
  }
}
