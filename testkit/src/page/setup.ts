import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/**
 * Shared setup of all component tests. On a busy machine React runs its effects some event loop turns after drawing:
 * an expected element is on the screen, but a dialog that just opened doesn't react to the pointer yet. So every wait
 * also waits for these turns, as a person's next click would come after them.
 */
const TURNS = 3;
/** Expected elements may be late while other tests keep the machine busy. */
const LONGEST_MS = 30_000;

/** Testing Library's own flag for a wait in progress. */
const isLookingAgain = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

// A worker's test files share packages and so this configuration.
if (getConfig().asyncUtilTimeout !== LONGEST_MS) {
  // Saved before a test replaces it with fake timers.
  const nextTurn = globalThis.setImmediate;
  const { asyncWrapper, getElementError } = getConfig();
  configure({
    // A wait retries many times but shows the page only in its final error.
    getElementError: (message, container) =>
      isLookingAgain() ? new Error(message ?? '') : getElementError(message, container),
    asyncUtilTimeout: LONGEST_MS,
    // Toasts are repeated for a second for screen readers; queries ignore that copy.
    defaultIgnore: 'script, style, body > span[role="status"]',
    asyncWrapper: async (wait) => {
      const found = await asyncWrapper(wait);
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => nextTurn(resolve));
      return found;
    },
  });
}

/**
 * Listeners on the window, to remove them afterwards: otherwise one file's wallets would announce themselves in the
 * next.
 */
const listening: Parameters<typeof globalThis.removeEventListener>[] = [];
const listen = globalThis.addEventListener;
globalThis.addEventListener = (...how: Parameters<typeof listen>) => {
  listening.push(how);
  listen(...how);
};

// Files also share the page. Each file restores it, and gets fresh copies of our own modules.
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  globalThis.addEventListener = listen;
  for (const how of listening) globalThis.removeEventListener(...how);
  vi.resetModules();
});
