import { betMessage } from '@tallystone/core/betting/bet-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { RequestBody } from '@tallystone/core/http-api';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { CENT, type MicroOdds, type MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { say } from '@tallystone/core/sentences/say';
import { randomId } from '../db/random-id.ts';
import { HttpError } from '../http/http-error.ts';
import { type Session, tokenHashOf } from '../http/session.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { BetRequest, SentBet } from './bet-request.ts';
import { hashParts, signedHashOf } from './hash-parts.ts';
import { amountError } from './quote.ts';
import { openQuote } from './quote-token.ts';
import { refusalError } from './refusal-error.ts';

/** Checks a sent bet, the cheapest checks first: shape, wallet, quote and signature. @throws HttpError */
export function checkBet(quoteKey: Uint8Array, { session, body, idempotencyKey }: SentBet): BetRequest {
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
    betId: randomId('b_'),
    uncheckedSession: session.mayHaveEnded ? tokenHashOf(session) : null,
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

export const oddsError = () => new HttpError('invalid-request', say('not-odds'));

/** The named wallet must be the one that is signed in. Only the session says who the bettor is. */
export function requireOwnWallet(session: Session, publicKey: string): void {
  // As the app sends it. Its checksum takes a hash, and the session's text has the right one.
  if (publicKey === session.wallet.text) return;
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
