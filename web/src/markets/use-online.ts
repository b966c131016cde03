import { useSyncExternalStore } from 'react';
import { listenTo } from '../signals/listen-to.ts';

/** Whether the browser has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

const subscribe = (listener: () => void) => listenTo(window, ['online', 'offline'], listener);
