import { useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/** What a newcomer with a practice wallet is told once, in this order. */
export const practiceHintNames = ['outcome', 'stake', 'signature'] as const;
export type PracticeHintName = (typeof practiceHintNames)[number];

const storageKey = 'tallystone.hints';
const { emit, subscribe } = signal(otherTabs);

/** The hints that are still to come, kept over visits. */
export const practiceHints = {
  /** The next one; null when all were shown or skipped. */
  next(): PracticeHintName | null {
    const stored = localStore.read(storageKey);
    if (stored === null) return practiceHintNames[0];
    return practiceHintNames.find((name) => name === stored) ?? null;
  },

  /** Goes on after this one. Never back to a hint that has been. */
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
