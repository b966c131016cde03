import { safeStorage } from './safe-storage.ts';

/** What stays for as long as a tab is open, for this one alone. */
export const sessionStore = safeStorage(() => window.sessionStorage);
