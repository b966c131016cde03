import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.mjs';

const browser = findChromium();
// `npm run test:e2e` has already built everything; each worker would check again.
process.env.TALLYSTONE_IS_BUILT = '1';

/**
 * Tests on unusual servers, grouped by kind: a worker starts one server for all of them. They are in this
 * order so that the longest waits begin first.
 */
const APART = [
  { name: 'start-chain', testMatch: ['start-chain.e2e.ts'] },
  { name: 'feed-results', testMatch: ['feed-results.e2e.ts'] },
  { name: 'live', testMatch: ['live-results.e2e.ts', 'live-chain.e2e.ts'] },
  { name: 'feed', testMatch: ['admin-azuro.e2e.ts', 'feed-bettor.e2e.ts', 'game-page.e2e.ts'] },
  { name: 'in-play', testMatch: ['in-play.e2e.ts', 'combo-in-play.e2e.ts'] },
  { name: 'hostile-text', testMatch: ['hostile-text.e2e.ts'] },
  {
    name: 'moved-clock',
    testMatch: [
      'results-accessibility.e2e.ts',
      'automatic-cash-out.e2e.ts',
      'cash-out.e2e.ts',
      'limits.e2e.ts',
      'keyboard.e2e.ts',
    ],
  },
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: './test-results',
  // The build leaves these out, and workers that need them at the same time would each make them.
  globalSetup: '../scripts/build-before-tests.mjs',
  // A test waits for a third of its time, so three workers use two processors fully.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // No test is about how long it takes: these limits end what hangs, even on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list']],
  projects: [...APART, { name: 'demo', testIgnore: APART.flatMap(({ testMatch }) => testMatch) }],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A trace takes a fifth of the processor's time; a failure says how to run the test with one.
    trace: 'off',
    // Tests couldn't watch or change a worker's responses; only offline.e2e.ts allows workers.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
});
