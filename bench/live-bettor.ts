import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { betMessage } from '@tallystone/core/betting/bet-message';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { type EscrowBet, hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { WireBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { evmWallet, type TypedDataWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { readJson } from './bettor.ts';
import type { LiveTerms } from './live-server.ts';
import type { Random } from './random.ts';
import { sendUntilAnswered } from './send-surely.ts';

const MOST_TRIES = 20;
const PAUSE_MS = 250;

/** A bettor with a wallet on the chain and a session, at a separate address. */
export interface LiveBettor {
  readonly key: Hex;
  readonly wallet: TypedDataWallet;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
}

/** A bet with both signatures as it is sent, and sent again. */
export interface SignedLiveBet {
  readonly bettor: LiveBettor;
  /** The id that the bet will have. */
  readonly id: string;
  readonly outcomeId: string;
  readonly stake: bigint;
  readonly payout: bigint;
  /** The nonce of the authorization. */
  readonly betHash: Hex;
  readonly request: Buffer;
}

/** Creates a wallet and signs it in with its signature. */
export async function signInLiveBettor(connection: HttpConnection, random: Random): Promise<LiveBettor> {
  const secret = random.bytes(32);
  const wallet = evmWallet(secret);
  const headers = {
    'x-forwarded-for': `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
  };
  const asked = httpRequest({ path: `/api/auth/nonce?wallet=${wallet.address}`, headers });
  const { nonce, message } = readJson<{ nonce: string; message: string }>(
    await sendUntilAnswered(connection, asked),
  );
  const json = { wallet: wallet.address, nonce, walletType: 'metamask', signature: wallet.sign(message) };
  const answer = await sendUntilAnswered(
    connection,
    httpRequest({ method: 'POST', path: '/api/auth/verify', headers, json }),
  );
  const { token } = readJson<{ token: string }>(answer);
  return { key: `0x${Buffer.from(secret).toString('hex')}`, wallet, headers, token };
}

/** The quote that a bettor gets. */
export interface LiveOrder {
  readonly bettor: LiveBettor;
  readonly marketId: string;
  readonly outcomeId: string;
  readonly amount: number;
}

/** Requests a quote as a bettor: while betting is stopped there is none. */
export function requestLiveQuote(
  connection: HttpConnection,
  { bettor, marketId, outcomeId, amount }: LiveOrder,
): Promise<Answer> {
  const path = `/api/markets/${marketId}/quote?outcomeId=${outcomeId}&amount=${amount}`;
  return connection.send(httpRequest({ path, token: bettor.token, headers: bettor.headers }));
}

/** The same, repeated while betting is briefly stopped. @throws Error if there is no quote */
export async function askLiveQuote(connection: HttpConnection, order: LiveOrder): Promise<WireQuote> {
  for (let tries = 1; ; tries++) {
    const answer = await requestLiveQuote(connection, order);
    if (answer.status !== 503 || tries === MOST_TRIES) return readJson<WireQuote>(answer);
    await sleep(PAUSE_MS);
  }
}

/** Signs a quoted bet twice: its words, and the authorization of its stake. */
export function signLiveBet({
  terms,
  bettor,
  market,
  quote,
}: {
  terms: LiveTerms;
  bettor: LiveBettor;
  market: WireListedMarket;
  quote: WireQuote;
}): SignedLiveBet {
  const { amount, odds, outcomeId, quoteId, live, totalReturn } = quote;
  if (live === undefined || quoteId === undefined) throw new Error('the quote is not for a live bet');
  // Addresses in the configuration are hex with 0x.
  const place = { chainId: terms.chainId, escrow: terms.escrow as Hex };
  const token = { ...terms.usdc, address: terms.usdc.address as Hex };
  const bet: EscrowBet = {
    betId: chainIdOf(live.betId),
    marketId: chainIdOf(market.id),
    bettor: bettor.wallet.address as Hex,
    outcome: market.outcomes.findIndex(({ id }) => id === outcomeId),
    stake: microUsdc(micro(amount)),
    odds: microOdds(micro(odds)),
    deadline: live.deadline,
  };
  const request = httpRequest({
    method: 'POST',
    path: '/api/bets',
    token: bettor.token,
    headers: { ...bettor.headers, 'idempotency-key': randomUUID() },
    json: {
      publicKey: bettor.wallet.address,
      marketId: market.id,
      outcomeId,
      amount,
      odds,
      quoteId,
      signature: bettor.wallet.sign(betMessage({ amount: String(amount), outcomeId, odds: String(odds) })),
      authorization: bettor.wallet.signDigest(typedDataDigest(stakeAuthorization(bet, place, token))),
    },
  });
  return {
    bettor,
    id: live.betId,
    outcomeId,
    stake: micro(amount),
    payout: micro(totalReturn),
    betHash: hashEscrowBet(bet, place),
    request,
  };
}

/** A bettor's latest bets as the server shows them. */
export async function listLiveBets(connection: HttpConnection, bettor: LiveBettor): Promise<WireBet[]> {
  const { token, headers } = bettor;
  return readJson<WireBet[]>(
    await sendUntilAnswered(connection, httpRequest({ path: '/api/user/bets', token, headers })),
  );
}

/** From an amount or odds on the wire: at most six decimals, so nothing is lost. */
function micro(value: number): bigint {
  return BigInt(Math.round(value * 1e6));
}
