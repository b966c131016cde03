import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import type { FailpointWork } from '../db/failpoint.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';

const LOCK_TIMEOUT_MS = 5000;

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
    throw looked === null ? untold(error) : unrecorded(error);
  }
}

const unrecorded = (cause: unknown) =>
  new HttpError('not-ready', say('result-not-recorded'), {
    retryAfterSeconds: 1,
    cause,
  });

const untold = (cause: unknown) =>
  new HttpError('not-ready', say('result-recorded-or-not'), { retryAfterSeconds: 5, cause });
