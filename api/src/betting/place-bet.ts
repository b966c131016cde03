import { randomBytes } from 'node:crypto';
import { betMessage } from '@tallystone/core/betting/bet-message';
import { liveBetIdOf } from '@tallystone/core/betting/live-bet-id';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { PlacedBet, RequestBody } from '@tallystone/core/http-api';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { encodeId } from '@tallystone/core/ids';
import { CENT, type MicroOdds, type MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import type { RecentTrade } from '@tallystone/core/odds/min-odds';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { say } from '@tallystone/core/sentences/say';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { BetQueue } from './bet-queue.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { hashParts, signedHashOf } from './hash-parts.ts';
import { isOnLiveChain, type LiveHouse, liveStake } from './live-stake.ts';
import { amountError, suggestedOdds } from './quote.ts';
import { openQuote } from './quote-token.ts';
import { refusalError } from './refusal-error.ts';
import { wireQuote } from './wire-quote.ts';

export interface PlaceBetDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** Where live bets are placed; absent or null: nowhere. */
  chain?: LiveHouse | null;
  queue: BetQueue;
  /** What bets have made of a market lately. */
  recentTrade(marketId: string): Promise<RecentTrade>;
  quoteKey: Uint8Array;
  now: () => Date;
  /** Throws while no bets may be taken. */
  requireBettable(): void;
  /** Gives a guest practice money before the first bet; false when the guest is gone. */
  openGuestFunds(userId: string): Promise<boolean>;
}

export interface SentBet {
  session: Session;
  body: RequestBody<'placeBet'>;
  idempotencyKey: string | null;
}

/** Checks what was sent, cheapest first, and hands the bet to its market's queue. Answers after the commit. */
export async function placeBet(deps: PlaceBetDeps, sent: SentBet): Promise<PlacedBet> {
  deps.requireBettable();
  const request = deps.mode === 'live' ? await checkedLiveRequest(deps, sent) : checkedRequest(deps, sent);
  const { verified, userId } = sent.session;
  if (!verified && !(await deps.openGuestFunds(userId))) {
    throw new HttpError('unauthenticated', say('guest-ended'));
  }
  return answered(deps, request, await deps.queue.submit(request));
}

function checkedRequest({ quoteKey }: PlaceBetDeps, { session, body, idempotencyKey }: SentBet): BetRequest {
  const stake = parseUsdc(body.amount);
  if (stake === null) throw amountError();
  if (stake < CENT) throw refusalError({ kind: 'rejected', reason: 'stake-too-small' });
  const odds = parseOdds(body.odds);
  if (odds === null) throw oddsError();
  requireOwnWallet(session, body.publicKey);
  const { marketId, outcomeId } = body;
  const quote = requireQuote(quoteKey, { userId: session.userId, marketId, outcomeId, stake, odds }, body);

  const signedText = betMessage({
    amount: wireNumberText(body.amount),
    outcomeId,
    odds: wireNumberText(body.odds),
  });
  const signature = parseSignature(session.wallet.family, body.signature);
  if (signature === null || !verifySignature({ wallet: session.wallet, text: signedText, signature })) {
    throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  }

  const hex = Buffer.from(signature).toString('hex');
  return {
    betId: encodeId('b_', randomBytes(13)),
    family: session.wallet.family,
    chain: session.chain,
    marketId,
    terms: { outcomeId, stake, odds, quoteExpiresAt: quote?.expiresAt ?? null },
    identity: {
      userId: session.userId,
      quoteId: quote?.quoteId ?? null,
      idempotencyKey,
      bodyHash: hashParts([session.wallet.text, marketId, signedText, hex, body.quoteId ?? '']),
      signedHash: signedHashOf(signedText, hex),
    },
    signedText,
    signature: hex,
  };
}

/** A bet whose stake moves on the chain. The cheap checks come first; the chain is asked last. */
async function checkedLiveRequest(deps: PlaceBetDeps, sent: SentBet): Promise<BetRequest> {
  const { db, chain = null } = deps;
  const { session, body } = sent;
  if (chain === null) {
    throw new HttpError('not-ready', say('no-live-bets'));
  }
  if (!isOnLiveChain(session)) throw refusalError({ kind: 'rejected', reason: 'wrong-chain' });
  const request = checkedRequest(deps, sent);
  const { terms, identity, marketId } = request;
  const { quoteId } = identity;
  const { quoteExpiresAt: expiresAt, outcomeId, stake, odds } = terms;
  if (quoteId === null || expiresAt === null || body.authorization === undefined) {
    throw new HttpError('invalid-request', say('live-bet-incomplete'));
  }
  const { authorization } = body;
  const live = await liveStake(
    { db, chain },
    { session, quote: { quoteId, expiresAt }, marketId, outcomeId, stake, odds, authorization },
  );
  return {
    ...request,
    betId: liveBetIdOf(quoteId),
    terms: { ...terms, live: live.terms },
    identity: { ...identity, bodyHash: hashParts([identity.bodyHash, live.authorization]) },
    live,
  };
}

const oddsError = () => new HttpError('invalid-request', say('not-odds'));

/** The wallet named must be the one signed in. Who the bettor is comes from the session alone. */
function requireOwnWallet(session: Session, publicKey: string): void {
  const wallet = parseWalletAddress(publicKey);
  if (wallet === null) {
    throw new HttpError('invalid-request', say('wallet-unreadable'));
  }
  if (wallet.family !== session.wallet.family || wallet.text !== session.wallet.text) {
    throw refusalError({ kind: 'rejected', reason: 'wrong-wallet' });
  }
}

function requireQuote(
  key: Uint8Array,
  terms: { userId: string; marketId: string; outcomeId: string; stake: MicroUsdc; odds: MicroOdds },
  { quoteId: token }: RequestBody<'placeBet'>,
): { quoteId: string; expiresAt: Date } | null {
  if (token === undefined) return null;
  const quote = openQuote(key, terms, token);
  if (quote === null) {
    throw new HttpError('invalid-request', say('quote-of-another-bet'));
  }
  return quote;
}

async function answered(deps: PlaceBetDeps, request: BetRequest, answer: BetAnswer): Promise<PlacedBet> {
  const { quoteKey, now } = deps;
  if (answer.kind === 'placed') return answer.bet;
  const { refusal, funds, market } = answer;
  if (refusal.reason !== 'odds-changed' || refusal.odds === null || funds === null || market === null) {
    throw refusalError(refusal);
  }
  const { marketId, terms, identity } = request;
  const { outcomeId, stake } = terms;
  const { odds, maxStake } = refusal;
  const { version, book } = market;
  const minOdds = await suggestedOdds(deps, {
    book,
    marketId,
    outcome: market.outcomeIds.indexOf(outcomeId),
    odds,
  });
  throw refusalError(
    refusal,
    wireQuote(
      { marketId, outcomeId, stake, odds, minOdds, maxStake, version },
      {
        key: quoteKey,
        now: now(),
        bettor: { userId: identity.userId, funds, isLive: request.live !== undefined },
      },
    ),
  );
}
