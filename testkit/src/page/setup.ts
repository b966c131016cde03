import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/**
 * What all tests of components share. On a busy machine React runs its effects some turns of the event loop after it
 * drew: what was waited for is on the screen, but a dialog that has just opened does not take the pointer yet. So
 * every wait ends only when the turns that were due are over, as a person's next click would come after them.
 */
const TURNS = 3;
/** What is waited for may come late on a machine that is busy with the other tests. */
const LONGEST_MS = 30_000;

/** Testing Library's own mark of a wait that has not ended. */
const isLookingAgain = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

// The files of a worker share the packages, and so this configuration.
if (getConfig().asyncUtilTimeout !== LONGEST_MS) {
  // Before a test replaces it by a clock of its own.
  const nextTurn = globalThis.setImmediate;
  const { asyncWrapper, getElementError } = getConfig();
  configure({
    // A wait looks many times and shows the page only in the error that it ends with.
    getElementError: (message, container) =>
      isLookingAgain() ? new Error(message ?? '') : getElementError(message, container),
    asyncUtilTimeout: LONGEST_MS,
    // What a toast says is on the page once more for a second, for screen readers: there it is not looked for.
    defaultIgnore: 'script, style, body > span[role="status"]',
    asyncWrapper: async (wait) => {
      const found = await asyncWrapper(wait);
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => nextTurn(resolve));
      return found;
    },
  });
}

/** What listens to the window, so that it can stop: wallets of one file would announce themselves in the next. */
const listening: Parameters<typeof globalThis.removeEventListener>[] = [];
const listen = globalThis.addEventListener;
globalThis.addEventListener = (...how: Parameters<typeof listen>) => {
  listening.push(how);
  listen(...how);
};

// They share the page too. Each file leaves it as it was, and has our own modules for itself.
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
