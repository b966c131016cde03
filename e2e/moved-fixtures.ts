import { startPostgres } from '../scripts/find-postgres.mjs';
import { type MovedClock, openMovedClock } from '../scripts/move-clock.mjs';
import { AppServer, freePort } from './app-server.ts';
import { test as base } from './fixtures.ts';

/**
 * A page on the built product with its books in PostgreSQL, whose clock the journey puts forward: what the product
 * decides about money it decides by that clock. Sessions last 12 hours by the clock of the process and are cleared a
 * day later by that of the database, so all journeys of a worker together go 36 hours ahead at most.
 */
export const test = base.extend<object, { clock: MovedClock }>({
  clock: [
    // Playwright reads the first parameter's pattern, so it must be written out even when nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const postgres = await startPostgres({ own: true, fsync: false });
      const clock = await openMovedClock(postgres.url);
      await use(clock);
      await clock.close();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: [
    async ({ clock, solana }, use) => {
      const app = new AppServer(await freePort(), { SOLANA_RPC_URL: solana.url, DATABASE_URL: clock.url });
      await app.start();
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
