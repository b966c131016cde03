import { setTimeout as delay } from 'node:timers/promises';

/** How often, and how long apart, we ask what became of a COMMIT whose answer was lost. */
const LOOKUPS = 8;
const LOOKUP_PAUSE_MS = 500;

/**
 * The COMMIT was sent and its answer lost. Whoever holds the lock that the transaction held knows that it has
 * ended, and then all of it is recorded or nothing. Nothing is run again.
 *
 * @param look takes that lock and reads what is recorded
 * @returns what was read, or null while nobody can tell
 */
export async function lookUpLostCommit<T>(look: () => Promise<T>): Promise<{ recorded: T } | null> {
  for (let lookup = 1; lookup <= LOOKUPS; lookup++) {
    try {
      return { recorded: await look() };
    } catch {
      // The database may be restarting, or the lost transaction still hold its lock.
      await delay(LOOKUP_PAUSE_MS);
    }
  }
  return null;
}
