import { safeStorage } from './safe-storage.ts';

/** What stays in the browser until it is removed, for every tab. */
export const localStore = safeStorage(() => window.localStorage);
