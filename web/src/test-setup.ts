import { configure, getConfig } from '@testing-library/react';

/**
 * What all tests of components share. On a busy machine React runs its effects some turns of the event loop after it
 * drew: what was waited for is on the screen, but a dialog that has just opened does not take the pointer yet. So
 * every wait ends only when the turns that were due are over, as a person's next click would come after them.
 */
const TURNS = 3;
// Before a test replaces it by a clock of its own.
const nextTurn = globalThis.setImmediate;
const { asyncWrapper } = getConfig();
configure({
  // What is waited for may come late on a machine that is busy with the other tests.
  asyncUtilTimeout: 30_000,
  // What a toast says is on the page once more for a second, for screen readers: there it is not looked for.
  defaultIgnore: 'script, style, body > span[role="status"]',
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait);
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => nextTurn(resolve));
    return found;
  },
});
