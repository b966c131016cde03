import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';
import { type FailpointWork, failpoint } from './failpoint.ts';
import { sqlState } from './sql-state.ts';

/**
 * The connection was lost while COMMIT was on its way: the work may or may not have been done. Look it up
 * by its key; never run it again blindly.
 */
export class CommitUnknownError extends Error {
  readonly code = 'commit-unknown';

  constructor(cause: unknown) {
    super('the connection was lost during COMMIT: whether the work was done is unknown', { cause });
    this.name = 'CommitUnknownError';
  }
}

const MAX_TRIES = 4;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/**
 * Runs work in one transaction. Work that the database itself undid because of a deadlock or a
 * serialization failure is run again, up to three more times; nothing else is.
 *
 * @param name what it does, where a crash in the midst of it is proven to be harmless
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  name: FailpointWork | null = null,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      if (name !== null) failpoint(name, 'before');
      const result = await db.transaction(async (tx) => {
        const made = await work(tx);
        if (name !== null) failpoint(name, 'written');
        isCommitting = true;
        return made;
      });
      if (name !== null) failpoint(name, 'recorded');
      return result;
    } catch (error) {
      const state = sqlState(error);
      const wasUndone = state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
      if (isCommitting && !isRefusedCommit(state)) throw new CommitUnknownError(error);
      if (!wasUndone || tries === MAX_TRIES) throw error;
      await delay(Math.random() * 20 * tries);
    }
  }
}

/** Classes 23 and 40 are the server's word that it rolled back; anything else at COMMIT says nothing. */
function isRefusedCommit(state: string | null): boolean {
  return state !== null && /^(?:23|40)/.test(state);
}
