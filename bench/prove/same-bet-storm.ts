import { randomUUID } from 'node:crypto';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listSteadyMarkets, type SignedBet, signBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { openProgress } from '../progress.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { sendAtOnce } from '../send-at-once.ts';
import { signInBettor } from '../sign-in-bettor.ts';

/**
 * The same bet sent 200 times at once, half of them to each of two servers on one PostgreSQL: one bet is
 * booked, one stake is debited, and all 200 answers are the same, byte for byte.
 */

const SEED = 20261121;
const COPIES = 200;
const AMOUNT = 2;

/** How the copies of one bet say that they are the same. */
const WAYS = ['key', 'quote and key', 'quote', 'one quote under many keys', 'neither'] as const;

interface Round {
  way: (typeof WAYS)[number];
  bets: number;
  debits: string;
  answers: number;
  statuses: string;
}

await prove('same-bet-storm', async (proof) => {
  const rounds = proof.sample ? WAYS.length : 100;
  const progress = openProgress<Round>('same-bet-storm', !proof.sample);
  const database = await startDatabase();
  const servers = [
    await ServerProcess.start({ databaseUrl: database.url }),
    await ServerProcess.start({ databaseUrl: database.url }),
  ];
  try {
    const reader = await readPostgres(database.url);
    const debits = async (bettor: Bettor) => {
      const [row] = await reader.rows(`
        select count(distinct b.id)::text as bets, count(distinct p.id)::text as postings,
          coalesce(sum(p.amount), 0)::text as debited
        from users u join accounts a on a.user_id = u.id left join postings p on p.from_account = a.id
          left join bets b on b.user_id = u.id
        where u.address = '${bettor.wallet.address}'`);
      return { bets: Number(row?.bets), debits: `${row?.postings} of ${Number(row?.debited) / 1e6} USDC` };
    };
    for (let i = progress.rounds.length; i < rounds; i++) {
      const random = seededRandom(SEED + i);
      const way = WAYS[i % WAYS.length] ?? 'key';
      const { bettor, copies } = await composeCopies(servers, { random, way });
      const answers = await sendAtOnce(
        servers,
        copies.map((copy) => copy.request),
      );
      const round: Round = {
        way,
        ...(await debits(bettor)),
        answers: new Set(answers.map((answer) => answer.body.toString())).size,
        statuses: countStatuses(answers),
      };
      progress.add(round);
      if (i % 10 === 9 || proof.sample) proof.say(`round ${i + 1}, ${way}: ${JSON.stringify(round)}`);
    }
    const broken = await checkBooks(reader);
    await reader.close();

    const done = progress.rounds;
    const one = done.filter(
      (round) =>
        round.bets === 1 && round.debits === `1 of ${AMOUNT} USDC` && round.statuses === `${COPIES} x 200`,
    );
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

async function composeCopies(
  servers: readonly ServerProcess[],
  { random, way }: { random: Random; way: Round['way'] },
): Promise<{ bettor: Bettor; copies: SignedBet[] }> {
  // Signed in at one server, quoted by the other: what one knows, both know.
  const [first, second] = servers.map((server) => new HttpConnection(server.port));
  if (first === undefined || second === undefined) throw new Error('two servers are needed');
  const bettor = await signInBettor(first, random);
  const market = random.pick(await listSteadyMarkets(first));
  const outcomeId = random.pick(market.outcomes.filter((outcome) => outcome.odds !== null)).id;
  const quote = await askQuote(second, { bettor, marketId: market.id, outcomeId, amount: AMOUNT });
  first.close();
  second.close();
  const terms = { bettor, marketId: market.id, outcomeId, amount: AMOUNT, odds: quote.odds };
  const quoteId = way === 'key' || way === 'neither' ? null : (quote.quoteId ?? null);
  if (way !== 'one quote under many keys') {
    const key = way === 'key' || way === 'quote and key' ? randomUUID() : null;
    const copy = signBet({ ...terms, quoteId, key });
    return { bettor, copies: Array.from({ length: COPIES }, () => copy) };
  }
  const copies = Array.from({ length: COPIES }, () => signBet({ ...terms, quoteId, key: randomUUID() }));
  return { bettor, copies };
}

function countStatuses(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}
