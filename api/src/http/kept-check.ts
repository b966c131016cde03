import { isRecent } from './is-recent.ts';

/** How long a result is valid. */
const KEPT_MS = 1000;
/** A check that takes longer counts as late. */
const LIMIT_MS = 2000;

/**
 * A check that any number of callers may ask for: it runs at most once a second and never twice at once. If it hangs,
 * callers get `late` after the limit, until it ends or `learn` is called.
 *
 * @param look must not throw; it returns failures as results
 */
export function keptCheck<Found>({
  look,
  late,
  now,
  limitMs = LIMIT_MS,
}: {
  look: () => Promise<Found>;
  late: Found;
  now: () => Date;
  limitMs?: number;
}) {
  let known: { readonly found: Found; readonly at: number; readonly forMs: number } | null = null;
  let running: Promise<Found> | null = null;
  let learned = 0;

  function begin(): Promise<Found> {
    const at = now().getTime();
    const learnedBefore = learned;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<Found>((resolve) => {
      // First handles pending input: perhaps this process was blocked, not the check.
      timer = setTimeout(() => setImmediate(() => resolve(late)), limitMs).unref();
    });
    const looked = look().then((found) => {
      clearTimeout(timer);
      running = null;
      // Anything learned since the start is newer.
      if (learned === learnedBefore) known = { found, at, forMs: KEPT_MS };
      return found;
    });
    return Promise.race([looked, limit]);
  }

  return {
    /** The last result if it is less than a second old; else the result of one check, shared by all who wait. */
    async ask(): Promise<Found> {
      if (known !== null && isRecent(known.at, known.forMs, now())) return known.found;
      running ??= begin();
      return running;
    },
    /** Takes a result that was found elsewhere, valid for a second or for `forMs`. */
    learn(found: Found, forMs = KEPT_MS): void {
      learned += 1;
      known = { found, at: now().getTime(), forMs };
    },
  };
}
