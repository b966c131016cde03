import type { WireError, WireMarket, WireQuote } from '@tallystone/core/http-api';
import { readJson } from './bettor.ts';
import type { Answer, HttpConnection } from './http-connection.ts';
import { type LiveBettor, requestLiveQuote, type SignedLiveBet, signLiveBet } from './live-bettor.ts';
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
    const quoted = await requestLiveQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
    if (quoted.status !== 200) return refusalOf(quoted);
    const bet = signLiveBet({ terms, bettor, market, quote: readJson<WireQuote>(quoted) });
    const answer = await connection.send(bet.request);
    if (answer.status === 200) return { bet, tries };
    const refusal = refusalOf(answer);
    if (refusal.refused !== 'odds-changed' || tries === TRIES) return refusal;
  }
}

function refusalOf({ body }: Answer): { refused: string; error: string } {
  // What the server's error schema promises.
  const { code, error } = JSON.parse(body.toString()) as WireError;
  return { refused: code, error };
}
