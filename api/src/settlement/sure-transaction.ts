import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Tx } from '../db/db.ts';
import type { FailpointWork } from '../db/failpoint.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';

/** How often, and how long apart, we ask what became of a COMMIT whose answer was lost. */
const LOOKUPS = 8;
const LOOKUP_PAUSE_MS = 500;

/**
 * A transaction whose end is known: where the answer to its COMMIT was lost it is looked up whether the work was
 * done, and never run again.
 *
 * @param isRecorded whether what `work` made is there. It takes the lock that the work took first: who holds that
 *   knows that the lost transaction has ended
 * @throws HttpError `not-ready` when nothing was done, and when that cannot be told
 */
export async function sureTransaction<T>(
  db: Db,
  does: {
    name: FailpointWork | null;
    work(tx: Tx): Promise<T>;
    isRecorded(tx: Tx, made: T): Promise<boolean>;
  },
): Promise<T> {
  let made: { readonly result: T } | null = null;
  try {
    return await transaction(
      db,
      async (tx) => {
        // The race of 100 is waited out, not refused.
        await tx.execute("set local lock_timeout = '5s'");
        const result = await does.work(tx);
        made = { result };
        return result;
      },
      does.name,
    );
  } catch (error) {
    // The compiler does not see that the work above sets it.
    const lost = made as { readonly result: T } | null;
    if (!(error instanceof CommitUnknownError) || lost === null) throw error;
    if (await wasRecorded(db, (tx) => does.isRecorded(tx, lost.result))) return lost.result;
    throw new HttpError('not-ready', 'It could not be recorded, so nothing was changed; try again.', {
      retryAfterSeconds: 1,
    });
  }
}

async function wasRecorded(db: Db, isRecorded: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  for (let lookup = 1; lookup <= LOOKUPS; lookup++) {
    try {
      return await transaction(db, isRecorded);
    } catch {
      // The database may be restarting, or the lost transaction still hold its lock.
      await delay(LOOKUP_PAUSE_MS);
    }
  }
  throw new HttpError(
    'not-ready',
    'We cannot tell yet whether it was recorded; look at the results before you try again.',
    { retryAfterSeconds: 5 },
  );
}
