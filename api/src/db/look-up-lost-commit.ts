import { setTimeout as delay } from 'node:timers/promises';

/** How often, and how far apart, the result of a lost COMMIT is looked up. */
const LOOKUPS = 8;
const LOOKUP_PAUSE_MS = 500;

/**
 * Finds out what a transaction recorded whose COMMIT was sent but not answered. Taking the lock that it held proves that it
 * has ended, with everything recorded or nothing. Nothing is run again.
 *
 * A statement that commits itself proves less: it may not have begun, and arrive later. So if its work isn't recorded, the
 * look-up must change what the statement compares before it is believed.
 *
 * What is found is also on the synchronous standby, if there is one: the lock is written to the log of the database, so the
 * transaction that takes it waits for the standby at its own COMMIT. And a primary that has taken over has all that was
 * acknowledged, so what it lacks never happened. Transaction numbers differ there, so work is found by its key.
 *
 * @param look takes that lock in a transaction, which must be a lock of a row, and reads what is recorded
 * @returns what was read, or null if it couldn't be found out
 */
export async function lookUpLostCommit<T>(look: () => Promise<T>): Promise<{ recorded: T } | null> {
  for (let lookup = 1; lookup <= LOOKUPS; lookup++) {
    try {
      return { recorded: await look() };
    } catch {
      // The database may be restarting, or the lost transaction may still hold its lock.
      await delay(LOOKUP_PAUSE_MS);
    }
  }
  return null;
}
