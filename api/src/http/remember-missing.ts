import { forgetOldest } from './forget-oldest.ts';

const KEPT_MS = 30_000;
const MOST_KEPT = 10_000;

/** Names that are asked for over and over although nothing has them. */
export interface Missing {
  /** Looks a name up, unless it was found to be missing a short while ago. */
  find<T>(name: string, look: () => Promise<T | null>): Promise<T | null>;
  /** Something has the name now. */
  forget(name: string): void;
  /** Anything may exist now. */
  forgetAll(): void;
}

/** Remembers what does not exist, for half a minute at most. */
export function rememberMissing({
  now,
  mostKept = MOST_KEPT,
}: {
  now: () => Date;
  mostKept?: number;
}): Missing {
  /** Since when a name is missing. */
  const missing = new Map<string, number>();
  const looks = new Set<{ readonly name: string; isOutdated: boolean }>();

  function isMissing(name: string): boolean {
    const since = missing.get(name);
    if (since === undefined) return false;
    const passed = now().getTime() - since;
    // A clock that was set back must not keep it for ever.
    return passed >= 0 && passed < KEPT_MS;
  }

  return {
    async find(name, look) {
      if (isMissing(name)) return null;
      const own = { name, isOutdated: false };
      looks.add(own);
      const at = now().getTime();
      try {
        const found = await look();
        // It may have come to be after the database was asked.
        if (found === null && !own.isOutdated) {
          missing.delete(name);
          missing.set(name, at);
          forgetOldest(missing, mostKept);
        }
        return found;
      } finally {
        looks.delete(own);
      }
    },
    forget(name) {
      missing.delete(name);
      for (const look of looks) if (look.name === name) look.isOutdated = true;
    },
    forgetAll() {
      missing.clear();
      for (const look of looks) look.isOutdated = true;
    },
  };
}
