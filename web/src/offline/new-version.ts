import { useSyncExternalStore } from 'react';

let ready = false;
const listeners = new Set<() => void>();

/** Whether a newer version of the app than that of this page lies ready on the device. */
export const newVersion = {
  isReady: (): boolean => ready,

  set(next: boolean): void {
    if (next === ready) return;
    ready = next;
    for (const listener of listeners) listener();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export function useNewVersion(): boolean {
  return useSyncExternalStore(newVersion.subscribe, newVersion.isReady);
}
