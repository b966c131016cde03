import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { openProgress } from '../progress.ts';
import { prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { COPIES, isOneBet, type SameBet, sendSameBet, WAYS } from '../same-bet.ts';

/**
 * The same bet sent 200 times at once, half of them to each of two servers on one PostgreSQL: one bet is
 * booked, one stake is debited, and all 200 answers are the same, byte for byte.
 */

const SEED = 20261121;

await prove('same-bet-storm', async (proof) => {
  const rounds = proof.sample ? WAYS.length : 100;
  const progress = openProgress<SameBet>('same-bet-storm', !proof.sample);
  const database = await startDatabase();
  const where = { databaseUrl: database.url, settings: database.settings };
  const servers = [await ServerProcess.start(where), await ServerProcess.start(where)];
  try {
    const reader = await readPostgres(database.url);
    for (let i = progress.rounds.length; i < rounds; i++) {
      const way = WAYS[i % WAYS.length] ?? 'key';
      const round = await sendSameBet(servers, reader, { random: seededRandom(SEED + i), way });
      progress.add(round);
      if (i % 10 === 9 || proof.sample) proof.say(`round ${i + 1}, ${way}: ${JSON.stringify(round)}`);
    }
    const broken = await checkBooks(reader);
    await reader.close();

    const done = progress.rounds;
    const one = done.filter(isOneBet);
    const odd = done.find((round) => !one.includes(round));
    proof.row({
      what: `the same bet sent ${COPIES} times at once to 2 servers on one PostgreSQL, ${done.length} rounds (${WAYS.join('; ')})`,
      bar: '1 bet, 1 debit in every round',
      measured:
        odd === undefined
          ? `1 bet, 1 debit in ${one.length} of ${done.length}`
          : `not so: ${JSON.stringify(odd)}`,
      ok: one.length === done.length && done.length >= rounds,
    });
    const same = done.filter((round) => round.answers === 1).length;
    proof.row({
      what: `answers to the ${COPIES} copies`,
      bar: 'identical in every round',
      measured: `identical in ${same} of ${done.length}`,
      ok: same === done.length,
    });
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
    progress.clear();
  } finally {
    for (const server of servers) await server.remove();
    await database.stop();
  }
});
