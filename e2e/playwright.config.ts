import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.mjs';

const browser = findChromium();

/** Whether there is anything to walk through at all. */
const FIRST_SIGHT = 'first-sight.e2e.ts';
/** Journeys on servers of another kind than most, each kind together: a worker starts one server for all of them. */
const ON_FEED = ['admin-azuro.e2e.ts', 'feed-*.e2e.ts'];
const ON_MOVED_CLOCK = [
  'live-chain.e2e.ts',
  'start-chain.e2e.ts',
  'live-results.e2e.ts',
  'results-accessibility.e2e.ts',
  'cash-out.e2e.ts',
  'limits.e2e.ts',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: './test-results',
  // What the build leaves out, and workers that come to it at once would each do.
  globalSetup: '../scripts/build-before-tests.mjs',
  // Journeys on one server bet on the same markets; two of them at once is already a realistic crowd.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // No journey is about how long it takes: these end what hangs, also where the machine has much else to do.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // In this order, so that nothing long begins last. None begins when the app does not open.
  projects: [
    { name: 'first-sight', testMatch: FIRST_SIGHT },
    { name: 'feed', testMatch: ON_FEED, dependencies: ['first-sight'] },
    { name: 'moved-clock', testMatch: ON_MOVED_CLOCK, dependencies: ['first-sight'] },
    {
      name: 'demo',
      testIgnore: [FIRST_SIGHT, ...ON_FEED, ...ON_MOVED_CLOCK],
      dependencies: ['first-sight'],
    },
  ],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    // What a worker answers no journey could watch or change; offline.e2e.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
});
