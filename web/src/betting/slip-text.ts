import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

const STORAGE_KEY = 'tallystone.slip';
const changes = signal(otherTabs);

/** The slip as the browser keeps it, the same in all tabs. Small, because the first load needs it. */
export const slipText = {
  /** Null if there is no slip. */
  read: () => localStore.read(STORAGE_KEY),
  write(text: string | null): void {
    if (text === null) localStore.remove(STORAGE_KEY);
    else localStore.write(STORAGE_KEY, text);
    changes.emit();
  },
  subscribe: changes.subscribe,
};
