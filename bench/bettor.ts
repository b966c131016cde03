import { randomUUID } from 'node:crypto';
import { betMessage } from '@tallystone/core/betting/bet-message';
import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { EvmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { sendUntilAnswered } from './send-surely.ts';

/** A bettor with a wallet and a session. */
export interface Bettor {
  wallet: EvmWallet;
  token: string;
}

/** A signed bet as the bytes of its request, which may be sent again. */
export interface SignedBet {
  bettor: Bettor;
  marketId: string;
  outcomeId: string;
  amount: number;
  odds: number;
  key: string | null;
  quoteId: string | null;
  /** The text that the wallet signed. */
  text: string;
  request: Buffer;
}

export async function listMarkets(connection: HttpConnection): Promise<WireListedMarket[]> {
  return readJson<WireListedMarket[]>(
    await sendUntilAnswered(connection, httpRequest({ path: '/api/markets' })),
  );
}

/** Markets that only bets move: the feed's markets move and pause when the feed says so. */
export async function listSteadyMarkets(connection: HttpConnection): Promise<WireListedMarket[]> {
  const markets = await listMarkets(connection);
  return markets.filter(({ source, state }) => source === 'practice' && state === 'open');
}

export async function askQuote(
  connection: HttpConnection,
  order: { bettor: Bettor; marketId: string; outcomeId: string; amount: number },
): Promise<WireQuote> {
  const { bettor, marketId, outcomeId, amount } = order;
  const path = `/api/markets/${marketId}/quote?outcomeId=${outcomeId}&amount=${amount}`;
  return readJson<WireQuote>(await sendUntilAnswered(connection, httpRequest({ path, token: bettor.token })));
}

export function signBet(terms: Omit<SignedBet, 'text' | 'request'>): SignedBet {
  const { bettor, marketId, outcomeId, amount, odds, key, quoteId } = terms;
  const text = betMessage({ amount: String(amount), outcomeId, odds: String(odds) });
  const request = httpRequest({
    method: 'POST',
    path: '/api/bets',
    token: bettor.token,
    headers: key === null ? {} : { 'idempotency-key': key },
    json: {
      publicKey: bettor.wallet.address,
      marketId,
      outcomeId,
      amount,
      odds,
      signature: bettor.wallet.sign(text),
      ...(quoteId === null ? {} : { quoteId }),
    },
  });
  return { ...terms, text, request };
}

/** Signs a bet at the odds of a new quote, with a key of its own. */
export async function signQuotedBet(
  connection: HttpConnection,
  order: { bettor: Bettor; marketId: string; outcomeId: string; amount: number },
): Promise<SignedBet> {
  const { odds, quoteId = null } = await askQuote(connection, order);
  return signBet({ ...order, odds, quoteId, key: randomUUID() });
}

/** The bet that an answer acknowledges, or why there is none. */
export function readPlacedBet(answer: Answer): { bet: PlacedBet } | { refusal: WireError; status: number } {
  // The endpoint's schema promises this; proofs compare the fields that they rely on.
  if (answer.status === 200) return { bet: JSON.parse(answer.body.toString()) as PlacedBet };
  return { refusal: JSON.parse(answer.body.toString()) as WireError, status: answer.status };
}

/** @throws Error with the answer's text if it is not 200 */
export function readJson<T>(answer: Answer): T {
  const text = answer.body.toString();
  if (answer.status !== 200) throw new Error(`expected 200, got ${answer.status}: ${text}`);
  // The caller names the schema of the endpoint.
  return JSON.parse(text) as T;
}
