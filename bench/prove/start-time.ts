import { startDatabase } from '../database.ts';
import { prove } from '../proof.ts';
import { ServerProcess } from '../server-process.ts';

/**
 * From `npm start` until the server takes bets: the first time on an empty data folder, and later times after an
 * orderly stop and after kill -9. What is built already is not built again.
 */

const START = 'scripts/start.mjs';
const LATER_BAR_MS = 4_000;
const FIRST_BAR_MS = 90_000;

await prove('start-time', async (proof) => {
  // One after each kind of end.
  const starts = proof.sample ? 2 : 6;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const database = await startDatabase();
  try {
    for (const engine of ['the embedded engine', 'PostgreSQL'] as const) {
      const where = engine === 'PostgreSQL' ? { databaseUrl: database.url } : {};
      const server = await ServerProcess.prepare({ ...where, entry: START });
      try {
        const first = await server.start();
        proof.say(`${engine}, first start: ${seconds(first)}`);
        proof.timing({
          what: `npm start on an empty data folder, built before, ${engine}`,
          bar: `under ${FIRST_BAR_MS / 1_000} s`,
          measured: seconds(first),
          ok: first < FIRST_BAR_MS,
        });
        const later: number[] = [];
        for (let i = 0; i < starts; i++) {
          if (i % 2 === 0) await server.stop();
          else await server.kill();
          later.push(await server.start());
          proof.say(`${engine}, later start: ${seconds(later.at(-1) ?? 0)}`);
        }
        const slowest = Math.max(...later);
        proof.row({
          what: `npm start on an empty data folder, and again after an orderly stop and after kill -9, ${engine}`,
          bar: 'ready for bets each time',
          measured: `${later.length + 1} times`,
          ok: later.length === starts,
        });
        proof.timing({
          what: `npm start again, ${later.length} times, after an orderly stop and after kill -9, ${engine}`,
          bar: `under ${LATER_BAR_MS / 1_000} s`,
          measured: `at most ${seconds(slowest)}`,
          ok: slowest < LATER_BAR_MS,
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
