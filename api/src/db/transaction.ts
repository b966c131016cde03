import { setTimeout as delay } from 'node:timers/promises';
import { inSpan } from '../tracing/in-span.ts';
import type { Db, Tx } from './db.ts';
import { type FailpointWork, failpoint } from './failpoint.ts';
import { sqlState } from './sql-state.ts';

/**
 * COMMIT had no answer, or none to rely on, so the work may or may not be done. Look it up by its key; never just run it again.
 */
export class CommitUnknownError extends Error {
  readonly code = 'commit-unknown';

  constructor(cause: unknown) {
    super('COMMIT had no answer to rely on: whether the work was done is unknown', { cause });
    this.name = 'CommitUnknownError';
  }
}

const MAX_TRIES = 4;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

/**
 * Runs work in one transaction. If the database rolls it back because of a deadlock or a serialization failure, runs it again,
 * up to three more times. Other failures aren't retried.
 *
 * @param name names the work for traces, and for failpoints, which prove that a crash during it is harmless
 */
export function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  name: FailpointWork | null = null,
): Promise<T> {
  return name === null
    ? attempt(db, work, null)
    : inSpan(`transaction ${name}`, {}, () => attempt(db, work, name));
}

/**
 * Runs one statement outside a transaction, which commits itself. Nothing is run again.
 *
 * @throws CommitUnknownError if it was sent and its answer doesn't say whether it was done
 */
export function commitAtOnce<T>(statement: () => Promise<T>, name: FailpointWork): Promise<T> {
  return inSpan(`transaction ${name}`, {}, async () => {
    failpoint(name, 'before');
    const result = await statement().catch((error: unknown) => {
      throw wasRefused(sqlState(error)) ? error : new CommitUnknownError(error);
    });
    failpoint(name, 'recorded');
    return result;
  });
}

/**
 * Whether the database says that it undid a statement that commits itself. If the connection ends, or the server reports a
 * fault of its own, it may have committed before.
 */
function wasRefused(state: string | null): boolean {
  return state !== null && !/^(?:08|57P|58|XX)/.test(state);
}

async function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>, name: FailpointWork | null): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    let failure: { readonly error: unknown } | null = null;
    try {
      if (name !== null) failpoint(name, 'before');
      const result = await db.transaction(async (tx) => {
        const made = await work(tx).catch((error) => {
          failure = { error };
          throw error;
        });
        if (name !== null) failpoint(name, 'written');
        isCommitting = true;
        return made;
      });
      if (name !== null) failpoint(name, 'recorded');
      return result;
    } catch (thrown) {
      // If the connection is gone, the rollback fails as well, and says less.
      const { error } = failure ?? { error: thrown };
      const state = sqlState(error);
      const wasUndone = state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
      if (isCommitting && !isRefusedCommit(state)) throw new CommitUnknownError(error);
      if (!wasUndone || tries === MAX_TRIES) throw error;
      await delay(Math.random() * 20 * tries);
    }
  }
}

/** Error classes 23 and 40 mean that the server rolled back. Any other error at COMMIT leaves it open. */
function isRefusedCommit(state: string | null): boolean {
  return state !== null && /^(?:23|40)/.test(state);
}
