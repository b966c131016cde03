/** Delays each id's changes for a moment and delivers a burst as one. */
export function gather<T extends { readonly id: string }>(
  waitMs: number,
  deliver: (update: T) => unknown,
  combine: (earlier: T, later: T) => T,
) {
  const waiting = new Map<string, { update: T; timer: NodeJS.Timeout }>();
  return {
    add(update: T) {
      const earlier = waiting.get(update.id);
      if (earlier !== undefined) {
        earlier.update = combine(earlier.update, update);
        return;
      }
      const entry = {
        update,
        timer: setTimeout(() => {
          waiting.delete(update.id);
          deliver(entry.update);
        }, waitMs),
      };
      waiting.set(update.id, entry);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
