import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { startDatabase } from '../database.ts';
import { prove } from '../proof.ts';
import { shareOf } from '../share-of.ts';
import { timeBareStart } from '../time-bare-start.ts';

/**
 * From `npm start` until the server accepts bets: the first time with an empty data folder, and later times after a
 * normal stop and after kill -9. What is already built isn't built again.
 */

const START = 'scripts/start.mjs';
/** Multiples of the time until a bare node:http server listens, from what the starts have taken. */
const BARS = {
  'the embedded engine': { first: 90, later: 40 },
  PostgreSQL: { first: 20, later: 16 },
} as const;

await prove('start-time', async (proof) => {
  // One after each kind of end.
  const starts = proof.sample ? 2 : 6;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const database = await startDatabase();
  const bareMs = proof.sample ? Number.NaN : await timeBareStart();
  try {
    for (const engine of ['the embedded engine', 'PostgreSQL'] as const) {
      const where = engine === 'PostgreSQL' ? { databaseUrl: database.url } : {};
      const server = await ServerProcess.prepare({ ...where, entry: START });
      try {
        const first = await server.start();
        proof.say(`${engine}, first start: ${seconds(first)}`);
        proof.timing({
          what: `npm start with an empty data folder, already built, ${engine}`,
          bar: `at most ${BARS[engine].first} times as long as a bare node:http server`,
          measured: `${(first / bareMs).toFixed(1)} times: ${seconds(first)}`,
          ok: first <= BARS[engine].first * bareMs,
        });
        const later: number[] = [];
        for (let i = 0; i < starts; i++) {
          if (i % 2 === 0) await server.stop();
          else await server.kill();
          later.push(await server.start());
          proof.say(`${engine}, later start: ${seconds(later.at(-1) ?? 0)}`);
        }
        proof.row({
          what: `npm start with an empty data folder, and again after a normal stop and after kill -9, ${engine}`,
          bar: 'ready for bets each time',
          measured: `${later.length + 1} times`,
          ok: later.length === starts,
        });
        proof.timing({
          what: `npm start again, ${later.length} times, after a normal stop and after kill -9, ${engine}`,
          bar: `at most ${BARS[engine].later} times as long as a bare node:http server, as a median`,
          measured: `${(shareOf(later, 0.5) / bareMs).toFixed(1)} times: ${seconds(shareOf(later, 0.5))}, at most ${seconds(Math.max(...later))}`,
          ok: shareOf(later, 0.5) <= BARS[engine].later * bareMs,
        });
        await server.stop();
      } finally {
        await server.remove();
      }
    }
  } finally {
    await database.stop();
  }
});
