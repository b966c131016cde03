/** A cache by name. The entry used longest ago is dropped first. @param most number of entries kept */
export function keepLatest<T>(most: number) {
  // A map keeps its entries in the order of insertion.
  const kept = new Map<string, T>();
  return {
    get(name: string): T | undefined {
      const value = kept.get(name);
      if (value === undefined) return undefined;
      kept.delete(name);
      kept.set(name, value);
      return value;
    },
    set(name: string, value: T): void {
      kept.delete(name);
      kept.set(name, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
}
