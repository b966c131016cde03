import { useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/**
 * Keys without Ctrl or Command can be pressed by accident or by dictation software. So users can switch them off, and
 * letters and digits are off by default.
 */
export type KeySet = 'signs' | 'letters';

const STORAGE_KEYS = { signs: 'tallystone.sign-keys', letters: 'tallystone.letter-keys' } as const;
const DEFAULTS = { signs: true, letters: false } as const satisfies Record<KeySet, boolean>;
const switched = signal(otherTabs);

export function areKeysOn(set: KeySet): boolean {
  const stored = localStore.read(STORAGE_KEYS[set]);
  return stored === null ? DEFAULTS[set] : stored === 'on';
}

export function useKeysOn(set: KeySet): boolean {
  return useSyncExternalStore(switched.subscribe, () => areKeysOn(set));
}

export function switchKeys(set: KeySet, on: boolean): void {
  localStore.write(STORAGE_KEYS[set], on ? 'on' : 'off');
  switched.emit();
}
