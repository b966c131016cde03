/** A place, or which limit is reached. */
export type Taken =
  | { readonly kind: 'taken' /** Frees the place; further calls do nothing. */; leave(): void }
  | { readonly kind: 'full'; readonly of: 'one' | 'all'; readonly held: number };

export type Places = ReturnType<typeof createPlaces>;

/**
 * Counts what callers have at the same time: connections, requests in progress, streams.
 *
 * @param mostOfOne limit of one caller; null: no limit
 * @param mostOfAll limit of all callers together; null: no limit
 * @param isLimited whether the limit of one caller applies now; its places are counted in any case
 */
export function createPlaces({
  mostOfOne,
  mostOfAll,
  isLimited = () => true,
}: {
  mostOfOne: number | null;
  mostOfAll: number | null;
  isLimited?: () => boolean;
}) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(caller: string): Taken {
      const own = taken.get(caller) ?? 0;
      if (mostOfOne !== null && own >= mostOfOne && isLimited())
        return { kind: 'full', of: 'one', held: own };
      if (mostOfAll !== null && all >= mostOfAll) return { kind: 'full', of: 'all', held: all };
      taken.set(caller, own + 1);
      all += 1;
      let hasLeft = false;
      return {
        kind: 'taken',
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          all -= 1;
          const left = (taken.get(caller) ?? 1) - 1;
          if (left === 0) taken.delete(caller);
          else taken.set(caller, left);
        },
      };
    },
  };
}
