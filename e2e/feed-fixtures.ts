import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { MovedTime } from '@tallystone/testkit/processes/moved-time.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { test as base } from './fixtures.ts';

/**
 * A page on the built product that reads its games from a stand-in for Azuro, which the test controls. The test can move the
 * server's time forward, and the tests after it begin there.
 */
export const test = base.extend<object, { feed: StandInProcess; time: MovedTime }>({
  feed: [
    // Playwright parses the pattern of the first parameter, so it must be written even if it is empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const feed = await StandInProcess.start();
      await use(feed);
      await feed.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  time: [async ({}, use) => use(new MovedTime()), { scope: 'worker' }],
  app: [
    async ({ feed, time, solana }, use) => {
      const app = await ServerProcess.start({
        settings: {
          ...{ SOLANA_RPC_URL: solana.url, AZURO_API_URL: feed.apiUrl, AZURO_WS_URL: feed.wsUrl },
          ...time.settings,
        },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
