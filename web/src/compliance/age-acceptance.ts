import { useSyncExternalStore } from 'react';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

const STORAGE_KEY = 'compliance-accepted';
// Acceptance in another tab counts here too.
const answered = signal(otherTabs);
/** Used if the browser forbids storage: lasts as long as the page. */
let acceptedInMemory = false;

/** Whether the visitor has confirmed their age, and how to confirm it. Shared by the age notice and the bet dialog. */
export function useAgeAcceptance(): { accepted: boolean; accept: () => void } {
  const accepted = useSyncExternalStore(answered.subscribe, isAccepted);
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
  answered.emit();
}
