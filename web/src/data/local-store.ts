import { safeStorage } from './safe-storage.ts';

/** Storage shared by all tabs until it is removed. */
export const localStore = safeStorage(() => window.localStorage);
