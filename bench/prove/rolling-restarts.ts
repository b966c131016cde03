import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type Bettor, listSteadyMarkets } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { startHaproxy } from '../haproxy.ts';
import { startNginx } from '../nginx.ts';
import { type Proof, prove } from '../proof.ts';
import { ProxiedLoad, SILENT_MS } from '../proxied-load.ts';
import { seededRandom } from '../random.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * Two servers on one PostgreSQL are restarted one after the other behind a real HAProxy, and in full also behind nginx, with
 * the configurations that operators get, while people bet, read and follow the stream through it over TLS. Nothing may be noticed: no answer of 5xx, no
 * connection that breaks, no stream that is silent for long, and each acknowledged bet is in the books.
 */

const SEED = 20261127;
/** Three times what HAProxy needs to notice, as docs/operations/running.md says. */
const DRAIN_SECONDS = 6;
/** After the last restart, so that its streams have to be found again too. */
const AFTER_MS = 3_000;

await prove('rolling-restarts', async (proof) => {
  await restartBehind(proof, { proxy: 'HAProxy', startProxy: startHaproxy });
  if (!proof.sample) await restartBehind(proof, { proxy: 'nginx', startProxy: startNginx });
});

interface Proxy {
  readonly port: number;
  readonly said: string;
  /** Resolves once both servers get requests. */
  bothUp(): Promise<unknown>;
  stop(): unknown;
}

async function restartBehind(
  proof: Proof,
  {
    proxy,
    startProxy,
  }: { proxy: string; startProxy(ports: readonly [one: number, two: number]): Promise<Proxy> },
): Promise<void> {
  const [restarts, bettors, readers, streams] = proof.sample ? [1, 4, 4, 20] : [5, 8, 8, 100];
  const random = seededRandom(SEED);
  const database = await startDatabase();
  const ports = [await lowPort(), await lowPort()] as const;
  const servers = await Promise.all(
    ports.map((port) =>
      ServerProcess.start({
        databaseUrl: database.url,
        settings: {
          PORT: String(port),
          DATA_DIR: 'none',
          DRAIN_SECONDS: String(DRAIN_SECONDS),
          TRUSTED_PROXIES: '1',
        },
      }),
    ),
  );
  const front = await startProxy(ports);
  const books = await readPostgres(database.url);
  try {
    await front.bothUp();
    const direct = new HttpConnection(ports[0]);
    const people: Bettor[] = [];
    for (let i = 0; i < bettors; i++) people.push(await signInBettor(direct, random));
    const markets = await listSteadyMarkets(direct);
    direct.close();

    const load = new ProxiedLoad(front.port);
    const following = Array.from({ length: streams }, (_, i) => load.follow(seededRandom(SEED + i)));
    const working = [
      ...people.map((bettor, i) => load.bet(bettor, markets, seededRandom(SEED + 1000 + i))),
      ...Array.from({ length: readers }, () => load.read()),
    ];
    for (let round = 1; round <= restarts; round++) {
      for (const server of servers) {
        await server.stop();
        await server.start();
        // As an operator does: the next one waits until the proxy sends requests to this one.
        await front.bothUp();
      }
      proof.say(`${round} of ${restarts} restarts: ${load.answers} answers, ${load.bets.length} bets`);
    }
    await sleep(AFTER_MS);
    load.end();
    await Promise.all([...working, ...following]);
    if (load.isBad) proof.say(`${proxy} said:\n${front.said}`);

    const what = (name: string) =>
      `${name}, during ${restarts} rolling restarts of two servers behind ${proxy}`;
    proof.row({
      what: what('answers of 5xx'),
      bar: '0',
      measured: `${load.failed.length} of ${load.answers}${listed(load.failed)}`,
      ok: load.failed.length === 0 && load.answers > 0,
    });
    proof.row({
      what: what('connections that broke or were refused'),
      bar: '0',
      measured: `${load.broken.length}${listed(load.broken)}`,
      ok: load.broken.length === 0,
    });
    proof.row({
      what: what(`streams of ${streams} that got no byte for ${SILENT_MS / 1000} s after a bet`),
      bar: '0',
      measured: `${load.silent} silent, longest ${(load.longestMs / 1000).toFixed(1)} s, opened ${load.opened} times`,
      // Each server had streams that had to move.
      ok: load.silent === 0 && load.opened > streams,
    });
    const booked = await books.rows('select id from bets');
    const ids = new Set(booked.map(({ id }) => id));
    const lost = load.bets.filter((id) => !ids.has(id));
    proof.row({
      what: what('acknowledged bets that are not in the books'),
      bar: '0',
      measured: `${lost.length} of ${load.bets.length}`,
      ok: lost.length === 0 && load.bets.length > 0,
    });
    const wrong = await checkBooks(books);
    proof.row({
      what: 'the invariants hold by independent SQL',
      bar: 'all hold',
      measured: wrong.length === 0 ? 'all hold' : wrong.join('; '),
      ok: wrong.length === 0,
    });
  } finally {
    front.stop();
    await books.close();
    for (const server of servers) await server.remove();
    await database.stop();
  }
}

function listed(all: readonly string[]): string {
  return all.length === 0 ? '' : `: ${[...new Set(all)].slice(0, 5).join('; ')}`;
}
