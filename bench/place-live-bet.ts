import type { WireError, WireMarket } from '@tallystone/core/http-api';
import type { HttpConnection } from './http-connection.ts';
import { askLiveQuote, type LiveBettor, type SignedLiveBet, signLiveBet } from './live-bettor.ts';
import type { LiveTerms } from './live-server.ts';

/** While others bet on the same market, odds move between quote and bet. */
const TRIES = 20;

/** A bet that was accepted, or the code of why there is none. */
export type LiveAnswer = { bet: SignedLiveBet; tries: number } | { refused: string; error: string };

/** Quotes, signs and sends one bet; asks for odds anew when they moved. */
export async function placeLiveBet(
  connection: HttpConnection,
  wish: { terms: LiveTerms; bettor: LiveBettor; market: WireMarket; outcome: number; amount: number },
): Promise<LiveAnswer> {
  const { terms, bettor, market, outcome, amount } = wish;
  const outcomeId = market.outcomes[outcome]?.id;
  if (outcomeId === undefined) throw new Error(`the market has no outcome ${outcome}`);
  for (let tries = 1; ; tries++) {
    const quote = await askLiveQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
    const bet = signLiveBet({ terms, bettor, market, quote });
    const answer = await connection.send(bet.request);
    if (answer.status === 200) return { bet, tries };
    // What the server's error schema promises.
    const { code, error } = JSON.parse(answer.body.toString()) as WireError;
    if (code !== 'odds-changed' || tries === TRIES) return { refused: code, error };
  }
}
