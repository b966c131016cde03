/** What was made last, by name; what was asked for longest ago is forgotten first. */
export interface Latest<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
}

/** @param most how many are kept */
export function keepLatest<T>(most: number): Latest<T> {
  // A map keeps the order in which its entries came.
  const kept = new Map<string, T>();
  return {
    get(name) {
      const value = kept.get(name);
      if (value === undefined) return undefined;
      kept.delete(name);
      kept.set(name, value);
      return value;
    },
    set(name, value) {
      kept.delete(name);
      kept.set(name, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
}
