import { randomUUID } from 'node:crypto';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { askQuote, type Bettor, listMarkets, type SignedBet, signBet } from './bettor.ts';
import { seededRandom } from './random.ts';
import { signInBettor } from './sign-in-bettor.ts';

const BETTORS = 400;
const AMOUNT = 1;

/**
 * Everything except the server's work happens before the clock starts: sign-in, quotes, signatures.
 *
 * @param of how many markets the bets are, in turns
 */
export async function prepareBets(
  server: ServerProcess,
  {
    seed,
    bets,
    bettors: count = BETTORS,
    of = 1,
  }: { seed: number; bets: number; bettors?: number; of?: number },
): Promise<SignedBet[]> {
  const random = seededRandom(seed);
  const first = new HttpConnection(server.port);
  const bettors: Bettor[] = [];
  for (let i = 0; i < count; i++) bettors.push(await signInBettor(first, random));
  const markets = hotMarkets(await listMarkets(first), of).map(({ id, outcomes }) => ({
    id,
    outcomes: balancedOutcomes(outcomes, Math.ceil(bets / of)),
  }));
  first.close();
  const connections = Array.from({ length: 8 }, () => new HttpConnection(server.port));
  const load: SignedBet[] = [];
  let next = 0;
  const sign = async (connection: HttpConnection) => {
    for (let i = next++; i < bets; i = next++) {
      const bettor = bettors[i % bettors.length];
      const market = markets[i % of];
      const outcomeId = market?.outcomes[Math.floor(i / of)];
      if (bettor === undefined || market === undefined || outcomeId === undefined)
        throw new Error('no bettor, or no market to bet on');
      const quote = await askQuote(connection, { bettor, marketId: market.id, outcomeId, amount: AMOUNT });
      const { odds, quoteId = null } = quote;
      load[i] = signBet({
        bettor,
        marketId: market.id,
        outcomeId,
        amount: AMOUNT,
        odds,
        quoteId,
        key: randomUUID(),
      });
    }
  };
  await Promise.all(connections.map(sign));
  for (const connection of connections) connection.close();
  return load;
}

/** Markets of the market maker with two nearly even outcomes, open for long. */
function hotMarkets(markets: readonly WireListedMarket[], of: number): WireListedMarket[] {
  const evenness = (market: WireListedMarket) =>
    Math.max(...market.outcomes.map((outcome) => outcome.probability)) + market.outcomes.length;
  const hottest = markets
    .filter((market) => market.premium && Date.parse(market.endsAt) > Date.now() + 3_600_000)
    .sort((a, b) => evenness(a) - evenness(b))
    .slice(0, of);
  if (hottest.length < of)
    throw new Error(`the server offers ${hottest.length} markets that stay open for an hour, expected ${of}`);
  return hottest;
}

/** Stakes are spread over outcomes in proportion to their prices, so that the prices don't move. */
function balancedOutcomes(outcomes: WireListedMarket['outcomes'], bets: number): string[] {
  const counts = outcomes.map(() => 0);
  return Array.from({ length: bets }, (_, i) => {
    const owed = outcomes.map(({ probability }, j) => (probability / 100) * (i + 1) - (counts[j] ?? 0));
    const most = owed.indexOf(Math.max(...owed));
    counts[most] = (counts[most] ?? 0) + 1;
    return outcomes[most]?.id ?? '';
  });
}

/** Each connection sends its next bet as soon as the last is answered. */
export async function driveBets(
  lanes: readonly HttpConnection[],
  load: readonly SignedBet[],
  onPlaced?: (id: string) => void,
): Promise<{ accepted: number; latencies: number[]; refusals: Map<string, number> }> {
  const latencies: number[] = [];
  const refusals = new Map<string, number>();
  let accepted = 0;
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let bet = load[next++]; bet !== undefined; bet = load[next++]) {
        const startedAt = performance.now();
        const answer = await lane.send(bet.request);
        latencies.push(performance.now() - startedAt);
        if (answer.status === 200) {
          accepted += 1;
          onPlaced?.(String(JSON.parse(answer.body.toString()).id));
        } else {
          const code = `${answer.status} ${String(JSON.parse(answer.body.toString()).code)}`;
          refusals.set(code, (refusals.get(code) ?? 0) + 1);
        }
      }
    }),
  );
  return { accepted, latencies, refusals };
}
