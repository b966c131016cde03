import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { checkBooks } from '../check-books.ts';
import { type ProofDatabase, type Reader, readPostgres, startDatabase } from '../database.ts';
import { type FilledMarket, fillBets } from '../fill-bets.ts';
import { killPostgres } from '../kill-postgres.ts';
import { findWrongPayments, resolveFilled } from '../paid-market.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * Markets are paid while their server is killed again and again; sometimes two servers share the work, and sometimes
 * PostgreSQL is killed under them. A kill counts only while the market was being paid; as many markets are paid as it takes.
 * Then every winner must have been paid once, to the micro-USDC, and no one else.
 */

const SEED = 20261121;
const MOST_MARKETS = 60;
const PAID_WITHIN_MS = 300_000;

interface Storm {
  readonly proof: Proof;
  readonly database: ProofDatabase;
  readonly servers: readonly ServerProcess[];
  readonly running: Set<ServerProcess>;
  readonly random: Random;
  /** Kills come at most this long after a server is ready; later if the machine is too busy to make progress. */
  readonly patienceMs: number;
  readonly wanted: { readonly servers: number; readonly databases: number };
  readonly done: { servers: number; databases: number; pairs: number };
}

await prove('settle-kills', async (proof) => {
  const bets = proof.sample ? 10_000 : 100_000;
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const database = await startDatabase();
  const settings = { ...database.settings, ADMIN_WALLETS: wallet.address };
  const servers = [
    await ServerProcess.prepare({ databaseUrl: database.url, settings }),
    await ServerProcess.prepare({ databaseUrl: database.url, settings }),
  ];
  const storm: Storm = {
    proof,
    database,
    servers,
    running: new Set(),
    random,
    patienceMs: proof.sample ? 120 : 350,
    wanted: proof.sample ? { servers: 4, databases: 1 } : { servers: 40, databases: 10 },
    done: { servers: 0, databases: 0, pairs: 0 },
  };
  try {
    const markets: FilledMarket[] = [];
    while (!isEnough(storm)) {
      if (markets.length === MOST_MARKETS)
        throw new Error(`${MOST_MARKETS} markets were paid between the kills`);
      markets.push(await payUnderKills(storm, { name: `kills${markets.length}`, bets, wallet }));
    }
    for (const server of storm.running) await server.stop();
    const wrong: string[] = [];
    const broken = await withReader(database, async (reader) => {
      for (const market of markets) wrong.push(...(await findWrongPayments(reader, market)));
      return checkBooks(reader);
    });
    const { done } = storm;
    proof.row({
      what: `${markets.length} markets of ${bets} bets paid under ${done.servers} kill -9 of the server, ${done.pairs} of them of two side by side, and ${done.databases} of PostgreSQL: winners paid other than once to the micro, others paid, money left`,
      bar: '0',
      measured: wrong.length === 0 ? '0' : wrong.slice(0, 5).join('; '),
      ok: wrong.length === 0 && markets.length > 0,
    });
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    for (const server of servers) await server.remove();
    await database.stop();
  }
});

function isEnough({ done, wanted }: Storm): boolean {
  return done.servers >= wanted.servers && done.databases >= wanted.databases;
}

/** Fills a market, has an admin report how it ends, and kills the servers that pay it until it is paid. */
async function payUnderKills(
  storm: Storm,
  { name, bets, wallet }: { name: string; bets: number; wallet: EvmWallet },
): Promise<FilledMarket> {
  const { proof, database, random, done } = storm;
  await startServers(storm, 1);
  const [server] = storm.running;
  if (server === undefined) throw new Error('no server runs');
  const admin = await Admin.signIn(server, wallet);
  const market = await withReader(database, async (reader) => {
    const filled = await fillBets(reader, { name, bets, users: Math.ceil(bets / 20), closesIn: '1 hour' });
    await resolveFilled(admin, reader, filled);
    return filled;
  });
  let patienceMs = storm.patienceMs;
  let reached = '';
  while (!isEnough(storm)) {
    await sleep(random.between(0, patienceMs));
    const at = await progressOf(storm, market);
    if (at.isPaid) break;
    if (done.databases < storm.wanted.databases && random.chance(0.25)) {
      const ms = await killPostgres(database.url);
      done.databases += 1;
      proof.say(`${name}: PostgreSQL killed at ${at.text}, back after ${Math.round(ms)} ms`);
      await sleep(random.between(0, patienceMs));
    }
    const killed = await killServers(storm);
    const after = await progressOf(storm, market);
    // A kill after everything was paid proves nothing.
    if (after.isPaid) break;
    done.servers += killed;
    if (killed > 1) done.pairs += killed;
    proof.say(`${name}: ${killed === 1 ? 'the server' : 'both servers'} killed at ${after.text}`);
    patienceMs = after.text === reached ? 2 * patienceMs : storm.patienceMs;
    reached = after.text;
    if (isEnough(storm)) break;
    await startServers(storm, random.chance(0.4) ? 2 : 1);
  }
  await startServers(storm, 1);
  const deadline = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const at = await progressOf(storm, market);
    if (at.isPaid) break;
    if (performance.now() > deadline) {
      throw new Error(`${name} is at ${at.text} after ${PAID_WITHIN_MS} ms:\n${server.said}`);
    }
    await sleep(50);
  }
  proof.say(`${name}: paid, ${done.servers} kills of servers and ${done.databases} of PostgreSQL so far`);
  return market;
}

/** At least this many run afterwards. */
async function startServers({ servers, running }: Storm, count: number): Promise<void> {
  const idle = servers.filter((server) => !running.has(server)).slice(0, Math.max(0, count - running.size));
  await Promise.all(
    idle.map(async (server) => {
      await server.start();
      running.add(server);
    }),
  );
}

/** Kills all that run, in any order, up to a moment apart. @returns how many they were */
async function killServers({ running, random }: Storm): Promise<number> {
  const victims = [...running];
  if (random.chance(0.5)) victims.reverse();
  for (const server of victims) {
    await server.kill();
    running.delete(server);
    if (running.size > 0) await sleep(random.between(0, 60));
  }
  return victims.length;
}

async function progressOf(
  { database }: Storm,
  { marketId, bets }: FilledMarket,
): Promise<{ isPaid: boolean; text: string }> {
  return withReader(database, async ({ rows }) => {
    const [market] = await rows(`select state, settled_through from markets where id = '${marketId}'`);
    return { isPaid: market?.state === 'settled', text: `version ${market?.settled_through} of ${bets}` };
  });
}

/** A separate connection each time: PostgreSQL is killed in between. */
async function withReader<T>({ ownerUrl }: ProofDatabase, work: (reader: Reader) => Promise<T>): Promise<T> {
  const reader = await readPostgres(ownerUrl);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}
