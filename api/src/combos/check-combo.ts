import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import { FEWEST_LEGS, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import type { RequestBody } from '@tallystone/core/http-api';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { CENT, type MicroOdds, type MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { say } from '@tallystone/core/sentences/say';
import { oddsError, requireOwnWallet } from '../betting/check-bet.ts';
import { hashParts, signedHashOf } from '../betting/hash-parts.ts';
import { amountError } from '../betting/quote.ts';
import { refusalError } from '../betting/refusal-error.ts';
import { randomId } from '../db/random-id.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifySignature } from '../identity/verify-signature.ts';

export interface Selection {
  readonly marketId: string;
  readonly outcomeId: string;
}

export interface SentCombo {
  session: Session;
  body: RequestBody<'placeCombo'>;
  idempotencyKey: string | null;
}

/** A combo whose shape, wallet and signature were checked, and that is still to be decided. */
export interface CheckedCombo {
  /** Known before it is decided, so it can be looked up even if the answer is lost. */
  readonly id: string;
  readonly userId: string;
  /** The bettor's network, if the session knows it. */
  readonly chain: ChainName | null;
  readonly legs: readonly Selection[];
  readonly stake: MicroUsdc;
  readonly signedOdds: MicroOdds;
  readonly idempotencyKey: string;
  readonly signedText: string;
  /** These three in lower-case hex. */
  readonly signature: string;
  readonly signedHash: string;
  readonly bodyHash: string;
}

const NO_KEY = 'Send an `Idempotency-Key` header, the same one when you send the combo again.';

/** Checks a sent combo, the cheapest checks first. @throws HttpError */
export function checkCombo({ session, body, idempotencyKey }: SentCombo): CheckedCombo {
  if (idempotencyKey === null) throw new HttpError('invalid-request', NO_KEY);
  requireLegs(body.legs);
  const stake = parseUsdc(body.amount);
  if (stake === null) throw amountError();
  if (stake < CENT) throw refusalError({ kind: 'rejected', reason: 'stake-too-small' });
  const signedOdds = parseOdds(body.odds);
  if (signedOdds === null) throw oddsError();
  requireOwnWallet(session, body.publicKey);
  const signedText = comboMessage({
    amount: wireNumberText(body.amount),
    outcomeIds: body.legs.map(({ outcomeId }) => outcomeId),
    odds: wireNumberText(body.odds),
  });
  const signature = parseSignature(session.wallet.family, body.signature);
  if (signature === null || !verifySignature({ wallet: session.wallet, text: signedText, signature })) {
    throw new HttpError('signature-invalid', say('combo-signature-invalid'));
  }
  const hex = Buffer.from(signature).toString('hex');
  const markets = body.legs.map(({ marketId }) => marketId);
  return {
    id: randomId('c_'),
    userId: session.userId,
    chain: session.chain,
    legs: body.legs,
    stake,
    signedOdds,
    idempotencyKey,
    signedText,
    signature: hex,
    signedHash: signedHashOf(signedText, hex),
    bodyHash: hashParts([session.wallet.text, ...markets, signedText, hex]),
  };
}

/** @throws HttpError `invalid-request` unless there are 2 to 12 selections */
export function requireLegs(legs: readonly Selection[]): void {
  if (legs.length < FEWEST_LEGS || legs.length > MOST_LEGS)
    throw new HttpError('invalid-request', say('combo-legs'));
}
