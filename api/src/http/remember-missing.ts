import { forgetOldest } from './forget-oldest.ts';
import { isRecent } from './is-recent.ts';

const KEPT_MS = 30_000;
const MOST_KEPT = 10_000;

export type Missing = ReturnType<typeof rememberMissing>;

/** Remembers for half a minute which names don't exist, because they may be asked for again and again. */
export function rememberMissing({ now, mostKept = MOST_KEPT }: { now: () => Date; mostKept?: number }) {
  /** When each name was found missing. */
  const missing = new Map<string, number>();
  const looks = new Set<{ readonly name: string; isOutdated: boolean }>();

  return {
    /** Looks a name up, unless it was found missing a short while ago. */
    async find<T>(name: string, look: () => Promise<T | null>): Promise<T | null> {
      const since = missing.get(name);
      if (since !== undefined && isRecent(since, KEPT_MS, now())) return null;
      const own = { name, isOutdated: false };
      looks.add(own);
      const at = now().getTime();
      try {
        const found = await look();
        // It may have been created after the database was asked.
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
    /** Called when the name exists now. */
    forget(name: string): void {
      missing.delete(name);
      for (const look of looks) if (look.name === name) look.isOutdated = true;
    },
    /** Called when any name may exist now. */
    forgetAll(): void {
      missing.clear();
      for (const look of looks) look.isOutdated = true;
    },
  };
}
