/** What a caller gets who asks for a place: the place, or whose share is used up. */
export type Taken =
  | { readonly kind: 'taken' /** Gives it back, which counts once. */; leave(): void }
  | { readonly kind: 'full'; readonly of: 'one' | 'all'; readonly held: number };

/** Counts what callers have at the same time: connections, requests under way, streams. */
export interface Places {
  take(caller: string): Taken;
}

/**
 * @param mostOfOne and of all callers together; null: no limit
 * @param isLimited whether the share of one is asked for now; it is counted all the same
 */
export function createPlaces({
  mostOfOne,
  mostOfAll,
  isLimited = () => true,
}: {
  mostOfOne: number | null;
  mostOfAll: number | null;
  isLimited?: () => boolean;
}): Places {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(caller) {
      const own = taken.get(caller) ?? 0;
      if (mostOfOne !== null && own >= mostOfOne && isLimited())
        return { kind: 'full', of: 'one', held: own };
      if (mostOfAll !== null && all >= mostOfAll) return { kind: 'full', of: 'all', held: all };
      taken.set(caller, own + 1);
      all += 1;
      let isGivenBack = false;
      return {
        kind: 'taken',
        leave() {
          if (isGivenBack) return;
          isGivenBack = true;
          all -= 1;
          const left = (taken.get(caller) ?? 1) - 1;
          if (left === 0) taken.delete(caller);
          else taken.set(caller, left);
        },
      };
    },
  };
}
