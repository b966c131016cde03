import { useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/** The hints for a newcomer with a practice wallet: each is shown once, in this order. */
export const practiceHintNames = ['outcome', 'stake', 'signature'] as const;
export type PracticeHintName = (typeof practiceHintNames)[number];

const storageKey = 'tallystone.hints';
const { emit, subscribe } = signal(otherTabs);

/** Which hints are still to come; kept across visits. */
export const practiceHints = {
  /** The next hint; null if all were shown or skipped. */
  next(): PracticeHintName | null {
    const stored = localStore.read(storageKey);
    if (stored === null) return practiceHintNames[0];
    return practiceHintNames.find((name) => name === stored) ?? null;
  },

  /** Moves on to the hint after this one, never back to an earlier one. */
  pass(hint: PracticeHintName): void {
    const next = practiceHints.next();
    if (next === null || placeOf(hint) < placeOf(next)) return;
    write(practiceHintNames[placeOf(hint) + 1] ?? 'done');
  },

  skip(): void {
    write('done');
  },
};

export function useNextPracticeHint(): PracticeHintName | null {
  return useSyncExternalStore(subscribe, practiceHints.next);
}

function placeOf(hint: PracticeHintName): number {
  return practiceHintNames.indexOf(hint);
}

function write(value: PracticeHintName | 'done'): void {
  localStore.write(storageKey, value);
  emit();
}
