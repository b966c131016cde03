import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** How many notices are new. Known to the header from the start; the notices themselves come later. */
export const unreadCount = {
  read: (): number => count,

  set(next: number): void {
    if (next === count) return;
    count = next;
    for (const listener of listeners) listener();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export function useUnreadCount(): number {
  return useSyncExternalStore(unreadCount.subscribe, unreadCount.read);
}
