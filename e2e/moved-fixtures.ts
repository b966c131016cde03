import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { startPostgres } from '../scripts/find-postgres.mjs';
import { type MovedClock, openMovedClock } from '../scripts/move-clock.mjs';
import { test as base } from './fixtures.ts';

/**
 * A page on the built product with its books in PostgreSQL, whose clock the test moves forward: the product uses
 * that clock for all decisions about money. The clock of the process, which sessions and quotes use, doesn't
 * move, so the database's clock is reset after each test for the next one.
 */
export const test = base.extend<{ clock: Pick<MovedClock, 'advance'> }, { books: MovedClock }>({
  books: [
    // Playwright parses the pattern of the first parameter, so it must be written even if it is empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const postgres = await startPostgres({ own: true, fsync: false });
      const clock = await openMovedClock(postgres.url);
      await use(clock);
      await clock.close();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  app: [
    async ({ books, solana }, use) => {
      const app = await ServerProcess.start({
        databaseUrl: books.url,
        settings: { SOLANA_RPC_URL: solana.url },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  clock: async ({ books }, use) => {
    let aheadMs = 0;
    await use({
      advance: async (ms) => {
        aheadMs += ms;
        await books.advance(ms);
      },
    });
    await books.advance(-aheadMs);
  },
});
