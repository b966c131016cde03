import { setTimeout as sleep } from 'node:timers/promises';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { readJson } from './bettor.ts';
import { type LiveBettor, requestLiveQuote, type SignedLiveBet, signLiveBet } from './live-bettor.ts';
import type { LiveTerms } from './live-server.ts';

/** While others bet on the same market, odds move between quote and bet. */
const TRIES = 20;
/** The codes of a server that is too busy. */
const BUSY_MS = 1_000;

/**
 * A bet that was accepted, after this many tries, and sent again this often because the server was busy; or the code that
 * says why there is none.
 */
export type LiveAnswer =
  | { bet: SignedLiveBet; tries: number; sentAgain: number }
  | { refused: string; error: string };

/** Quotes, signs and sends one bet. Gets new odds if they moved, and sends the bet again if the server is busy. */
export async function placeLiveBet(
  connection: HttpConnection,
  order: { terms: LiveTerms; bettor: LiveBettor; market: WireListedMarket; outcome: number; amount: number },
): Promise<LiveAnswer> {
  const { terms, bettor, market, outcome, amount } = order;
  const outcomeId = market.outcomes[outcome]?.id;
  if (outcomeId === undefined) throw new Error(`the market has no outcome ${outcome}`);
  let sentAgain = 0;
  for (let tries = 1; ; tries++) {
    const quoted = await requestLiveQuote(connection, { bettor, marketId: market.id, outcomeId, amount });
    if (quoted.status !== 200) return refusalOf(quoted);
    const bet = signLiveBet({ terms, bettor, market, quote: readJson<WireQuote>(quoted) });
    let answer = await connection.send(bet.request);
    while (isBusy(answer) && sentAgain < TRIES) {
      await sleep(BUSY_MS);
      sentAgain++;
      answer = await connection.send(bet.request);
    }
    if (answer.status === 200) return { bet, tries, sentAgain };
    const refusal = refusalOf(answer);
    if (refusal.refused !== 'odds-changed' || tries === TRIES) return refusal;
  }
}

const isBusy = (answer: Answer): boolean => answer.status !== 200 && refusalOf(answer).refused === 'too-busy';

function refusalOf({ body }: Answer): { refused: string; error: string } {
  // The server's error schema promises this.
  const { code, error } = JSON.parse(body.toString()) as WireError;
  return { refused: code, error };
}
