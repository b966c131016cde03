import type { WireBet } from '@tallystone/core/http-api/betting';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { buildRelease, PREVIOUS_RELEASE } from '../../scripts/build-release.mjs';
import { type Bettor, listSteadyMarkets, readJson } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { Crowd } from '../crowd.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { knownMigrations } from '../previous-version.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { sendUntilAnswered } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * An upgrade from the previous release, which is built from its commit. On PostgreSQL two of its servers are replaced one after
 * the other while people bet: the one that is left works on the new tables. A data folder of that release is opened by this
 * version.
 */

const SEED = 20261127;

await prove('rolling-upgrade', async (proof) => {
  await buildIfStale();
  const folder = temporaryFolder('tallystone-release-');
  const entry = await buildRelease(PREVIOUS_RELEASE.commit, folder);
  await upgradeServers(proof, entry);
  await upgradeFolder(proof, entry);
});

async function upgradeServers(proof: Proof, entry: string): Promise<void> {
  const [bettors, bets] = proof.sample ? [4, 20] : [16, 500];
  const random = seededRandom(SEED);
  const database = await startDatabase();
  const books = await readPostgres(database.url);
  const where = { databaseUrl: database.url };
  const old = [
    await ServerProcess.start({ ...where, entry }),
    await ServerProcess.start({ ...where, entry }),
  ];
  const next = [await ServerProcess.prepare(where), await ServerProcess.prepare(where)];
  try {
    const [firstOld, lastOld] = old;
    const [firstNew, lastNew] = next;
    if (!firstOld || !lastOld || !firstNew || !lastNew) throw new Error('there are two servers of each');
    const connection = new HttpConnection(firstOld.port);
    const people: Bettor[] = [];
    for (let i = 0; i < bettors; i++) people.push(await signInBettor(connection, random));
    const markets = await listSteadyMarkets(connection);
    connection.close();

    const crowd = new Crowd();
    crowd.add(firstOld);
    crowd.add(lastOld);
    const betting = people.map((bettor, i) => crowd.bet(bettor, markets, SEED + i));
    await crowd.placesAt(firstOld, bets);

    await crowd.drain(firstOld);
    await firstOld.stop();
    // Migrates while people bet at the other one.
    await firstNew.start();
    const migrated = await newestMigration();
    const before = crowd.placed.get(lastOld)?.length ?? 0;
    await crowd.placesAt(lastOld, bets);
    crowd.add(firstNew);
    await Promise.all([crowd.placesAt(lastOld, bets), crowd.placesAt(firstNew, bets)]);
    const beside = (crowd.placed.get(lastOld)?.length ?? 0) - before;

    await crowd.drain(lastOld);
    await lastOld.stop();
    await lastNew.start();
    crowd.add(lastNew);
    await crowd.placesAt(lastNew, bets);
    crowd.end();
    await Promise.all(betting);

    const known = new Set((await books.rows('select id from bets')).map(({ id }) => id));
    const all = [...crowd.placed.values()].flat();
    const lost = all.filter((id) => !known.has(id));
    const verified = await runTool('verify-ledger', lastNew);
    const wrong = await checkBooks(books);
    proof.row({
      what: `the tables while a server of ${PREVIOUS_RELEASE.version} and one of this version take bets`,
      bar: `newer than those of ${PREVIOUS_RELEASE.version}`,
      measured: `${migrated.known} migrations, ${migrated.newer} of them newer; ${beside} bets by the older server on them`,
      ok: migrated.newer > 0 && beside >= 2 * bets,
    });
    proof.row({
      what: `answers other than an acknowledged bet or odds that moved, while two servers of ${PREVIOUS_RELEASE.version} were replaced one after the other`,
      bar: '0',
      measured: `${crowd.unexpected.length} beside ${all.length} bets${listed(crowd.unexpected)}`,
      ok: crowd.unexpected.length === 0,
    });
    proof.row({
      what: 'acknowledged bets, of both versions, that are not in the books',
      bar: '0',
      measured: `${lost.length} of ${all.length}${listed(lost)}`,
      ok: lost.length === 0 && all.length > 0,
    });
    proof.row({
      what: 'the books of both versions, by verify-ledger and by independent SQL',
      bar: 'each promise is kept',
      measured:
        verified.code === 0 && wrong.length === 0
          ? 'kept'
          : `${verified.output.slice(-400)} ${wrong.join('; ')}`,
      ok: verified.code === 0 && wrong.length === 0,
    });
  } finally {
    await books.close();
    for (const server of [...old, ...next]) await server.remove();
    await database.stop();
  }

  /** How many migrations the database has, and how many of them the previous release doesn't know. */
  async function newestMigration(): Promise<{ known: number; newer: number }> {
    const last = knownMigrations().find(({ tag }) => tag === PREVIOUS_RELEASE.lastMigration);
    const [found] = await books.rows(`
      select count(*) as known, count(*) filter (where created_at > ${last?.when}) as newer
      from drizzle.__drizzle_migrations`);
    return { known: Number(found?.known), newer: Number(found?.newer) };
  }
}

async function upgradeFolder(proof: Proof, entry: string): Promise<void> {
  const bets = proof.sample ? 5 : 50;
  const random = seededRandom(SEED);
  const old = await ServerProcess.start({ entry });
  const next = await ServerProcess.prepare({ settings: { DATA_DIR: old.dataDir } });
  try {
    const connection = new HttpConnection(old.port);
    const bettor = await signInBettor(connection, random);
    const markets = await listSteadyMarkets(connection);
    const crowd = new Crowd();
    crowd.add(old);
    const betting = crowd.bet(bettor, markets, SEED);
    await crowd.placesAt(old, bets);
    crowd.end();
    await betting;
    const before = await ownBets(connection, bettor);
    connection.close();
    await old.stop();

    await next.start();
    const after = new HttpConnection(next.port);
    const found = await ownBets(after, bettor);
    after.close();
    await next.stop();
    const verified = await runTool('verify-ledger', next);
    proof.row({
      what: `a data folder of ${PREVIOUS_RELEASE.version} in this version: the bettor is still signed in, and has each bet as it was acknowledged`,
      bar: 'the same bets, and each promise of verify-ledger is kept',
      measured: `${found.length} of ${before.length} bets, ${JSON.stringify(found) === JSON.stringify(before) ? 'the same' : 'NOT the same'}; verify-ledger ends with ${verified.code}${verified.code === 0 ? '' : `: ${verified.output.slice(-400)}`}`,
      ok: before.length >= bets && JSON.stringify(found) === JSON.stringify(before) && verified.code === 0,
    });
  } finally {
    await next.remove();
    await old.remove();
  }
}

/** What was agreed for each of the bettor's bets. */
async function ownBets(connection: HttpConnection, { token }: Bettor): Promise<unknown[]> {
  const answer = await sendUntilAnswered(connection, httpRequest({ path: '/api/user/bets', token }));
  return readJson<WireBet[]>(answer).map(({ id, outcomeId, amount, odds, totalReturn }) => [
    id,
    outcomeId,
    amount,
    odds,
    totalReturn,
  ]);
}

function listed(all: readonly string[]): string {
  return all.length === 0 ? '' : `: ${[...new Set(all)].slice(0, 5).join('; ')}`;
}
