import { useSyncExternalStore } from 'react';
import { listenTo } from '../signals/listen-to.ts';

/** Whether the tab is in the background. */
export function usePageHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden);
}

const subscribe = (listener: () => void) => listenTo(document, ['visibilitychange'], listener);
