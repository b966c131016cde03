/** What a check found counts for so long. */
const KEPT_MS = 1000;
/** A check that takes longer has found that it takes too long. */
const LIMIT_MS = 2000;

/** A check that may be asked for as often as anyone likes. */
export interface KeptCheck<Found> {
  /** What was found last, if that is not a second ago; else what one look finds, for all who ask meanwhile. */
  ask(): Promise<Found>;
  /** It was found elsewhere, and counts for a second, or for longer. */
  learn(found: Found, forMs?: number): void;
}

/**
 * Looks at most once a second, and never twice at once, however many ask. A look that hangs keeps none waiting longer
 * than its limit: until it ends, or something is learnt elsewhere, `late` is the answer.
 *
 * @param look must not fail: a failure is something that it finds
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
}): KeptCheck<Found> {
  let known: { readonly found: Found; readonly at: number; readonly forMs: number } | null = null;
  let running: Promise<Found> | null = null;
  let lessons = 0;

  function begin(): Promise<Found> {
    const at = now().getTime();
    const lessonsBefore = lessons;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<Found>((resolve) => {
      // What has come in meanwhile is read first: it may be that this process was held up, and not the look.
      timer = setTimeout(() => setImmediate(() => resolve(late)), limitMs).unref();
    });
    const looked = look().then((found) => {
      clearTimeout(timer);
      running = null;
      // What was learnt meanwhile is newer.
      if (lessons === lessonsBefore) known = { found, at, forMs: KEPT_MS };
      return found;
    });
    return Promise.race([looked, limit]);
  }

  return {
    async ask() {
      if (known !== null) {
        const age = now().getTime() - known.at;
        // A clock that was set back must not keep it for ever.
        if (age >= 0 && age < known.forMs) return known.found;
      }
      running ??= begin();
      return running;
    },
    learn(found, forMs = KEPT_MS) {
      lessons += 1;
      known = { found, at: now().getTime(), forMs };
    },
  };
}
