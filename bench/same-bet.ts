import { randomUUID } from 'node:crypto';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listSteadyMarkets, type SignedBet, signBet } from './bettor.ts';
import type { Reader } from './database.ts';
import type { Random } from './random.ts';
import { sendAtOnce } from './send-at-once.ts';
import { signInBettor } from './sign-in-bettor.ts';

export const COPIES = 200;
const AMOUNT = 2;

/** How the copies of one bet say that they are the same. */
export const WAYS = ['key', 'quote and key', 'quote', 'one quote under many keys', 'neither'] as const;
type Way = (typeof WAYS)[number];

/** What became of the copies of one bet. */
export interface SameBet {
  way: Way;
  bets: number;
  debits: string;
  /** Different answers. */
  answers: number;
  statuses: string;
}

/** Sends one bet many times at once, distributed over two servers on one database. */
export async function sendSameBet(
  servers: readonly ServerProcess[],
  reader: Reader,
  { random, way }: { random: Random; way: Way },
): Promise<SameBet> {
  const { bettor, copies } = await composeCopies(servers, { random, way });
  const answers = await sendAtOnce(
    servers,
    copies.map((copy) => copy.request),
  );
  return {
    way,
    ...(await readDebits(reader, bettor)),
    answers: new Set(answers.map((answer) => answer.body.toString())).size,
    statuses: countStatuses(answers),
  };
}

/** Whether all copies were acknowledged and made one bet with one debit. */
export function isOneBet({ bets, debits, statuses }: SameBet): boolean {
  return bets === 1 && debits === `1 of ${AMOUNT} USDC` && statuses === `${COPIES} x 200`;
}

async function readDebits(reader: Reader, { wallet }: Bettor): Promise<Pick<SameBet, 'bets' | 'debits'>> {
  const [row] = await reader.rows(`
    select count(distinct b.id)::text as bets, count(distinct p.id)::text as postings,
      coalesce(sum(p.amount), 0)::text as debited
    from users u join accounts a on a.user_id = u.id left join postings p on p.from_account = a.id
      left join bets b on b.user_id = u.id
    where u.address = '${wallet.address}'`);
  return { bets: Number(row?.bets), debits: `${row?.postings} of ${Number(row?.debited) / 1e6} USDC` };
}

async function composeCopies(
  servers: readonly ServerProcess[],
  { random, way }: { random: Random; way: Way },
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
