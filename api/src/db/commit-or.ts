import { DrizzleQueryError } from 'drizzle-orm';
import { isOfValue } from './database-fault.ts';
import type { Db, Tx } from './db.ts';
import type { FailpointWork } from './failpoint.ts';
import { CommitUnknownError, transaction } from './transaction.ts';

/**
 * Runs work in one transaction. What the work itself throws, a refusal or a broken invariant, is thrown as it is.
 *
 * @param unknown finds out what was done if COMMIT had no answer
 * @param failed makes the error if the database failed, so that nothing was done
 */
export async function commitOr<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  {
    name,
    unknown,
    failed,
  }: {
    name: FailpointWork;
    unknown: (error: CommitUnknownError) => Promise<T> | T;
    failed: (error: unknown) => Error;
  },
): Promise<T> {
  let isOurs = false;
  try {
    return await transaction(
      db,
      async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          isOurs = !(error instanceof DrizzleQueryError);
          throw error;
        }
      },
      name,
    );
  } catch (error) {
    if (error instanceof CommitUnknownError) return unknown(error);
    throw isOurs || isOfValue(error) ? error : failed(error);
  }
}
