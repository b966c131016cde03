import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { test as base } from './fixtures.ts';

/** A page on the built product that reads its games from a stand-in for Azuro, which the test controls. */
export const test = base.extend<object, { feed: StandInProcess }>({
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
  app: [
    async ({ feed, solana }, use) => {
      const app = await ServerProcess.start({
        settings: { SOLANA_RPC_URL: solana.url, AZURO_API_URL: feed.apiUrl, AZURO_WS_URL: feed.wsUrl },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
