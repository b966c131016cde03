import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'compliance-accepted';
const listeners = new Set<() => void>();
/** Counts when the browser forbids storage: accepted for as long as the page lives. */
let acceptedInMemory = false;

/** Whether the visitor has said to be of age, and the way to say so. Shared by the age notice and the bet dialog. */
export function useAgeAcceptance(): { accepted: boolean; accept: () => void } {
  const accepted = useSyncExternalStore(subscribe, isAccepted);
  return { accepted, accept };
}

function isAccepted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'true' || acceptedInMemory;
  } catch {
    return acceptedInMemory;
  }
}

function accept(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'true');
  } catch {
    acceptedInMemory = true;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Accepted in another tab counts here too.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
