import { sessionStore } from '../data/session-store.ts';
import { signal } from '../signals/signal.ts';

const STORED = 'tallystone.practice-keys';
const LINK = '#practice=';
const KEY = /^(?:0x)?([0-9a-f]{64})$/i;

const brought = signal();

/** Keys of practice wallets from practice links opened in this tab, each as 64 hex digits: docs/decisions/0051. */
export const practiceKeys = {
  read(): readonly string[] {
    return sessionStore.read(STORED)?.split(' ') ?? [];
  },

  /** Stores the key of a practice link and removes it from the URL, where people could see and copy it. */
  takeFromAddress(): void {
    const { hash, pathname, search } = window.location;
    if (!hash.startsWith(LINK)) return;
    window.history.replaceState(window.history.state, '', pathname + search);
    const key = KEY.exec(hash.slice(LINK.length))?.[1]?.toLowerCase();
    const kept = practiceKeys.read();
    if (key === undefined || kept.includes(key)) return;
    sessionStore.write(STORED, [...kept, key].join(' '));
    brought.emit();
  },

  /** Calls the listener when a link brings another key. */
  subscribe: brought.subscribe,
};
