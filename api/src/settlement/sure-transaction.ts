import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import type { FailpointWork } from '../db/failpoint.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';

const LOCK_TIMEOUT_MS = 5000;

/**
 * A transaction whose end is always known: if the answer to its COMMIT is lost, it looks up whether the work was done. The
 * work is never run again.
 *
 * @param isRecorded whether the work's result is in the database. It takes the first lock of the work: once it has that
 *   lock, the lost transaction has ended
 * @throws HttpError `not-ready` if nothing was done, or if that cannot be found out
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
        // Calls that race for the lock, such as 100 at once, wait for it and are not refused.
        await tx.execute(sql`
          select set_config('lock_timeout', greatest(setting::int, ${LOCK_TIMEOUT_MS})::text, true)
          from pg_settings where name = 'lock_timeout'`);
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
    const looked = await lookUpLostCommit(() => transaction(db, (tx) => does.isRecorded(tx, lost.result)));
    if (looked?.recorded === true) return lost.result;
    throw looked === null
      ? new HttpError('not-ready', say('result-recorded-or-not'), { retryAfterSeconds: 5, cause: error })
      : new HttpError('not-ready', say('result-not-recorded'), { retryAfterSeconds: 1, cause: error });
  }
}
