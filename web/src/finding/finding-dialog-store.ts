import { useSyncExternalStore } from 'react';

/** What is opened by a key from anywhere: the command palette, or the help on keys. */
export type FindingDialog = 'palette' | 'keys';

let opened: FindingDialog | null = null;
const listeners = new Set<() => void>();

/** Which of the two is open. One at most, and both share one place. */
export function useFindingDialog(): FindingDialog | null {
  return useSyncExternalStore(subscribe, () => opened);
}

export function openFindingDialog(which: FindingDialog): void {
  show(which);
}

export function closeFindingDialog(): void {
  show(null);
}

function show(next: FindingDialog | null): void {
  if (opened === next) return;
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
