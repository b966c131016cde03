import { setTimeout as delay } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { inSpan } from '../tracing/in-span.ts';
import { databaseFaultOf } from './database-fault.ts';
import type { Db, Tx } from './db.ts';
import { type FailpointWork, failpoint } from './failpoint.ts';
import { rows } from './rows.ts';
import { causesOf, sqlState } from './sql-state.ts';

/**
 * COMMIT, or a statement that commits itself, had no answer, or none to rely on, so the work may or may not be done. Look it up by
 * its key; never just run it again.
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
 * @returns its rows; null if the database undid it because of a deadlock or a serialization failure
 * @throws CommitUnknownError if it may have been sent and its answer doesn't say whether it was done
 */
export function commitAtOnce(
  db: Db,
  statement: SQL,
  name: FailpointWork,
): Promise<Record<string, unknown>[] | null> {
  return inSpan(`transaction ${name}`, {}, async () => {
    failpoint(name, 'before');
    let found: Record<string, unknown>[];
    try {
      found = await rows(db, statement);
    } catch (error) {
      if (wasUndone(sqlState(error))) return null;
      throw wasRefused(error) ? error : new CommitUnknownError(error);
    }
    failpoint(name, 'recorded');
    return found;
  });
}

/** Codes of errors with which no connection was made, so nothing was sent on it. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENOENT', 'on-standby']);

/**
 * Whether a statement that commits itself surely did nothing: it wasn't sent, or the database says that it failed. If the
 * connection ends, or the server reports a fault of its own, it may have committed before.
 */
function wasRefused(error: unknown): boolean {
  const state = sqlState(error);
  // 57P03: the server takes no connections yet.
  if (state !== null) return state === '57P03' || !/^(?:08|57P|58|XX)/.test(state);
  for (const at of causesOf(error)) {
    if ('code' in at && NOT_CONNECTED.has(String(at.code))) return true;
  }
  // The pool had no connection.
  return databaseFaultOf(error) === 'busy';
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
      if (isCommitting && !isRefusedCommit(state)) throw new CommitUnknownError(error);
      if (!wasUndone(state) || tries === MAX_TRIES) throw error;
      await delay(Math.random() * 20 * tries);
    }
  }
}

const wasUndone = (state: string | null): boolean =>
  state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;

/** Error classes 23 and 40 mean that the server rolled back. Any other error at COMMIT leaves it open. */
function isRefusedCommit(state: string | null): boolean {
  return state !== null && /^(?:23|40)/.test(state);
}
