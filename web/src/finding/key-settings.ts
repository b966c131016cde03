import { useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/**
 * Keys without Ctrl or Command can be pressed by accident, or by a program that writes what somebody says. So they can
 * be switched off, and those that are letters and digits are off until they are switched on.
 */
export type KeySet = 'signs' | 'letters';

const STORAGE_KEYS = { signs: 'tallystone.sign-keys', letters: 'tallystone.letter-keys' } as const;
const AT_FIRST = { signs: true, letters: false } as const satisfies Record<KeySet, boolean>;
const switched = signal(otherTabs);

export function areKeysOn(set: KeySet): boolean {
  const stored = localStore.read(STORAGE_KEYS[set]);
  return stored === null ? AT_FIRST[set] : stored === 'on';
}

export function useKeysOn(set: KeySet): boolean {
  return useSyncExternalStore(switched.subscribe, () => areKeysOn(set));
}

export function switchKeys(set: KeySet, on: boolean): void {
  localStore.write(STORAGE_KEYS[set], on ? 'on' : 'off');
  switched.tell();
}
