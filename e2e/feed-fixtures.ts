import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { test as base } from './fixtures.ts';

/** Long after the journeys have ended: nothing moves in the feed but what they move. */
const EVENTS_AFTER_MS = 12 * 3_600_000;

/** A page on the built product that reads its games from a stand-in for Azuro, which the journey controls. */
export const test = base.extend<object, { feed: StandInProcess }>({
  feed: [
    // Playwright reads the first parameter's pattern, so it must be written out even when nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const feed = await StandInProcess.start(new Date(Date.now() + EVENTS_AFTER_MS));
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
