import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.mjs';

const browser = findChromium();
// `npm run test:e2e` has built what is stale; each worker would look once more.
process.env.TALLYSTONE_IS_BUILT = '1';

/**
 * Tests on servers of another kind than most, each kind together: a worker starts one server for all of them. In this
 * order, so that what waits longest begins first.
 */
const APART = [
  { name: 'start-chain', testMatch: ['start-chain.e2e.ts'] },
  { name: 'feed-results', testMatch: ['feed-results.e2e.ts'] },
  { name: 'live', testMatch: ['live-results.e2e.ts', 'live-chain.e2e.ts'] },
  { name: 'feed', testMatch: ['admin-azuro.e2e.ts', 'feed-bettor.e2e.ts'] },
  { name: 'hostile-text', testMatch: ['hostile-text.e2e.ts'] },
  { name: 'moved-clock', testMatch: ['results-accessibility.e2e.ts', 'cash-out.e2e.ts', 'limits.e2e.ts'] },
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: './test-results',
  // What the build leaves out, and workers that come to it at once would each do.
  globalSetup: '../scripts/build-before-tests.mjs',
  // A test waits for a third of its time: three fill two processors.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // No test is about how long it takes: these end what hangs, also where the machine has much else to do.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list']],
  projects: [...APART, { name: 'demo', testIgnore: APART.flatMap(({ testMatch }) => testMatch) }],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // It takes a fifth of the processor's time; what fails says how to run it with one.
    trace: 'off',
    // What a worker answers no test could watch or change; offline.e2e.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
});
