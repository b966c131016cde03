import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { proveInFull } from '../proof.ts';
import { shareOf } from '../share-of.ts';

/**
 * What metrics cost: the same server with and without them, each on its own database of one PostgreSQL, takes the same load
 * in turns. Prometheus reads its metrics more often than it usually would.
 */

const SEED = 20261127;
const PAIRS = 10;
const BETS = 3_000;
const CONNECTIONS = 64;
const BETTORS = 60;
const SCRAPE_EVERY_MS = 1_000;
const MOST = 1.03;

await proveInFull('metrics-cost', async ({ say, row }) => {
  await buildIfStale();
  const database = await startDatabase();
  try {
    const urls = { off: database.url, on: await database.renew() };
    const off = await ServerProcess.start({ databaseUrl: urls.off });
    const on = await ServerProcess.start({ databaseUrl: urls.on, settings: { METRICS_PORT: '0' } });
    const metrics = /Metrics are at (\S+)/.exec(on.said)?.[1];
    if (metrics === undefined) throw new Error('the server did not say where its metrics are');
    let scrapes = 0;
    const scraping = setInterval(() => {
      void fetch(metrics)
        .then((response) => response.text())
        .then((text) => {
          if (text.includes('tallystone_bets_total{result="placed"')) scrapes += 1;
        });
    }, SCRAPE_EVERY_MS);

    let accepted = 0;
    /** CPU time of the server for a bet, in ms. */
    const cost = async (server: ServerProcess, seed: number): Promise<number> => {
      const load = await prepareBets(server, { seed, bets: BETS, bettors: BETTORS });
      const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
      await Promise.all(lanes.map((lane) => lane.opened()));
      const before = cpuTimeOf(server.pid) ?? Number.NaN;
      const run = await driveBets(lanes, load);
      const ms = (cpuTimeOf(server.pid) ?? Number.NaN) - before;
      for (const lane of lanes) lane.close();
      accepted += run.accepted;
      return ms / run.accepted;
    };
    const ratios: number[] = [];
    const costs: { off: number; on: number }[] = [];
    // The first pair warms both up.
    for (let pair = 0; pair <= PAIRS; pair++) {
      const seed = SEED + pair;
      // Neither is always the second.
      const first = pair % 2 === 0 ? off : on;
      const one = await cost(first, seed);
      const other = await cost(first === off ? on : off, seed);
      const measured = first === off ? { off: one, on: other } : { off: other, on: one };
      say(`pair ${pair}: ${measured.off.toFixed(3)} ms without, ${measured.on.toFixed(3)} ms with metrics`);
      if (pair === 0) continue;
      costs.push(measured);
      ratios.push(measured.on / measured.off);
    }
    clearInterval(scraping);
    const broken: string[] = [];
    for (const url of Object.values(urls)) {
      const reader = await readPostgres(url);
      broken.push(...(await checkBooks(reader)));
      await reader.close();
    }
    await off.remove();
    await on.remove();

    const ratio = shareOf(ratios, 0.5);
    const middle = (of: 'off' | 'on') =>
      shareOf(
        costs.map((each) => each[of]),
        0.5,
      ).toFixed(3);
    row({
      what: `CPU time of the server for a bet with metrics, against the same server without them: median of ${PAIRS} pairs in turns, ${BETS} bets each over ${CONNECTIONS} connections; metrics are read once a second`,
      bar: `at most ${MOST} x`,
      measured: `${ratio.toFixed(3)} x: ${middle('on')} against ${middle('off')} ms; pairs from ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
      ok: ratio <= MOST,
    });
    row({
      what: `metrics were read while bets came, and the books are sound (${accepted} bets)`,
      bar: 'read at least once in each pair; all invariants hold',
      measured: `read ${scrapes} times; ${broken.length === 0 ? 'all hold' : broken.join('; ')}`,
      ok: scrapes >= PAIRS && broken.length === 0,
    });
  } finally {
    await database.stop();
  }
});
