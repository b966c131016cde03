import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import type { SignedBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { proveInFull } from '../proof.ts';
import { shareOf } from '../share-of.ts';

/**
 * What metrics cost: the same server with and without them, each on its own database of one PostgreSQL. A pair of loads is
 * dealt to them in small parts in turns, so that a neighbour on the machine slows both alike.
 */

const SEED = 20261127;
const PAIRS = 10;
const BETS = 3_000;
const BETS_IN_TURN = 250;
const CONNECTIONS = 64;
const BETTORS = 60;
/** As in deploy/prometheus/prometheus.yml. */
const SCRAPE_EVERY_MS = 10_000;
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
    /** CPU time of each server for a bet, in ms, while they take turns. */
    const costs = async (seed: number): Promise<{ off: number; on: number }> => {
      const loads: { server: ServerProcess; bets: SignedBet[]; lanes: HttpConnection[]; accepted: number }[] =
        [];
      for (const server of [off, on]) {
        const bets = await prepareBets(server, { seed, bets: BETS, bettors: BETTORS });
        loads.push({ server, bets, lanes: [], accepted: 0 });
      }
      // Opened last: a server closes a connection that is idle for seconds.
      for (const load of loads) {
        load.lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(load.server.port));
        await Promise.all(load.lanes.map((lane) => lane.opened()));
      }
      const cpu = () => loads.map(({ server }) => cpuTimeOf(server.pid) ?? Number.NaN);
      const before = cpu();
      for (let from = 0; from < BETS; from += BETS_IN_TURN) {
        // Neither is always the second.
        const turns = (from / BETS_IN_TURN) % 2 === 0 ? loads : loads.toReversed();
        for (const load of turns) {
          const run = await driveBets(load.lanes, load.bets.slice(from, from + BETS_IN_TURN));
          load.accepted += run.accepted;
        }
      }
      const after = cpu();
      const [offCost = Number.NaN, onCost = Number.NaN] = loads.map((load, i) => {
        for (const lane of load.lanes) lane.close();
        accepted += load.accepted;
        return ((after[i] ?? Number.NaN) - (before[i] ?? Number.NaN)) / load.accepted;
      });
      return { off: offCost, on: onCost };
    };
    const ratios: number[] = [];
    const pairs: { off: number; on: number }[] = [];
    // The first pair warms both up.
    for (let pair = 0; pair <= PAIRS; pair++) {
      const measured = await costs(SEED + pair);
      say(`pair ${pair}: ${measured.off.toFixed(3)} ms without, ${measured.on.toFixed(3)} ms with metrics`);
      if (pair === 0) continue;
      pairs.push(measured);
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
        pairs.map((each) => each[of]),
        0.5,
      ).toFixed(3);
    row({
      what: `CPU time of the server for a bet with metrics, against the same server without them: median of ${PAIRS} pairs of ${BETS} bets each over ${CONNECTIONS} connections, ${BETS_IN_TURN} in turns; metrics are read every ${SCRAPE_EVERY_MS / 1000} s`,
      bar: `at most ${MOST} x`,
      measured: `${ratio.toFixed(3)} x: ${middle('on')} against ${middle('off')} ms; pairs from ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
      ok: ratio <= MOST,
    });
    row({
      what: `metrics were read while bets came, and the books are sound (${accepted} bets)`,
      bar: 'read as often as there are pairs; all invariants hold',
      measured: `read ${scrapes} times; ${broken.length === 0 ? 'all hold' : broken.join('; ')}`,
      ok: scrapes >= PAIRS && broken.length === 0,
    });
  } finally {
    await database.stop();
  }
});
