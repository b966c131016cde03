import { randomUUID } from 'node:crypto';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type Bettor, listSteadyMarkets, readJson, type SignedBet, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { openProgress } from '../progress.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { sendAtOnce } from '../send-at-once.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * 500 simultaneous bets of one user, each of 60% of the daily cap, to two servers on one PostgreSQL: exactly one
 * is accepted. Once on one market, where its queue orders them, and once over all markets, where only
 * the lock on the user's account does.
 */

const SEED = 20261121;
const BETS = 500;
const CAP = 100;
const AMOUNT = 0.6 * CAP;

interface Round {
  over: 'one market' | 'all markets';
  answers: Record<string, number>;
  booked: number;
}

await prove('cap-race', async (proof) => {
  const rounds = proof.sample ? 2 : 40;
  const progress = openProgress<Round>('cap-race', !proof.sample);
  const database = await startDatabase();
  const where = { databaseUrl: database.url, settings: database.settings };
  const servers = [await ServerProcess.start(where), await ServerProcess.start(where)];
  try {
    const [first] = servers;
    if (first === undefined) throw new Error('no server was started');
    const reader = await readPostgres(database.url);
    for (let i = progress.rounds.length; i < rounds; i++) {
      const random = seededRandom(SEED + i);
      const over = i % 2 === 0 ? 'one market' : 'all markets';
      const bettor = await signInCapped(first, random);
      const bets = await composeBets(first, { random, bettor, over });
      const answers = await sendAtOnce(
        servers,
        bets.map((bet) => bet.request),
      );
      const [row] = await reader.rows(`
        select count(*)::text as booked from bets b join users u on u.id = b.user_id
        where u.address = '${bettor.wallet.address}'`);
      const round: Round = { over, answers: countAnswers(answers), booked: Number(row?.booked) };
      progress.add(round);
      if (proof.sample || i % 10 === 9) proof.say(`round ${i + 1}: ${JSON.stringify(round)}`);
    }
    const broken = await checkBooks(reader);
    await reader.close();

    const done = progress.rounds;
    const right = done.filter(
      ({ answers, booked }) =>
        booked === 1 && answers.accepted === 1 && answers['409 cap-reached'] === BETS - 1,
    );
    const odd = done.find((round) => !right.includes(round));
    proof.row({
      what: `${BETS} bets at once, each ${(100 * AMOUNT) / CAP}% of the daily cap, same user, 2 servers, ${done.length} rounds (one market; all markets)`,
      bar: 'exactly 1 accepted, the others refused as cap-reached',
      measured:
        odd === undefined
          ? `exactly 1 in ${right.length} of ${done.length} rounds`
          : `not so: ${JSON.stringify(odd)}`,
      ok: right.length === done.length && done.length >= rounds,
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

/** A cap well below the funds, so that only the cap limits the bets. */
async function signInCapped(server: ServerProcess, random: Random): Promise<Bettor> {
  const connection = new HttpConnection(server.port);
  const bettor = await signInBettor(connection, random);
  const { code, output } = await runTool('tally', server, [
    'set-cap',
    bettor.wallet.address,
    String(CAP),
    '--reason',
    'The race for the cap',
  ]);
  if (code !== 0) throw new Error(`the cap was not set: ${output}`);
  const answer = await connection.send(httpRequest({ path: '/api/user/limits', token: bettor.token }));
  const limits = readJson<{ dailyStakeCap: number; balance: number }>(answer);
  connection.close();
  if (limits.dailyStakeCap !== CAP || limits.balance < 10 * AMOUNT) {
    throw new Error(`expected a cap of ${CAP} and more funds than that, got ${answer.body}`);
  }
  return bettor;
}

async function composeBets(
  server: ServerProcess,
  { random, bettor, over }: { random: Random; bettor: Bettor; over: Round['over'] },
): Promise<SignedBet[]> {
  const connection = new HttpConnection(server.port);
  const markets = await listSteadyMarkets(connection);
  connection.close();
  const choice = over === 'one market' ? [random.pick(markets)] : markets;
  return Array.from({ length: BETS }, (_, i) => {
    const market = choice[i % choice.length];
    // The favourite, because a stake of this size moves its price least.
    const outcome = market?.outcomes.reduce((a, b) => (b.probability > a.probability ? b : a));
    if (market === undefined || outcome === undefined) throw new Error('the server offers no market');
    // Well below the card's odds, which are for small stakes: lower odds are always honoured.
    const odds = Math.max(1.01, Math.floor((outcome.odds ?? 0) * 90) / 100);
    return signBet({
      bettor,
      marketId: market.id,
      outcomeId: outcome.id,
      amount: AMOUNT,
      odds,
      key: randomUUID(),
      quoteId: null,
    });
  });
}

function countAnswers(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? 'accepted' : `${status} ${String(JSON.parse(body.toString()).code)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
