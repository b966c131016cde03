import { safeStorage } from './safe-storage.ts';

/** Storage of one tab for as long as it is open. */
export const sessionStore = safeStorage(() => window.sessionStorage);
