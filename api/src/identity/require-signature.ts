import type { RequestBody } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { say } from '@tallystone/core/sentences/say';
import type { Tx } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { NONCE_LIFE_MS, readNonce, spendNonce } from './issue-nonce.ts';
import { verifySignature } from './verify-signature.ts';

/** The signature sent with a request for an irreversible act, and what is needed to check it. */
export interface SentSignature {
  /** The session's wallet. */
  readonly wallet: WalletAddress;
  /** The domain of the site that received the request. */
  readonly domain: string;
  readonly nonceKey: Uint8Array;
  readonly now: Date;
  /** As it was sent. */
  readonly sent: RequestBody<'takeBreak'>['signed'];
}

/** The signature as stored in the act's audit row, where `replayActs` checks it again. */
export interface KeptSignature {
  readonly text: string;
  /** Hex, in the form that `parseSignature` returns. */
  readonly signature: string;
}

/**
 * Requires that the session's wallet has just signed exactly this act on this site. The text is built here from the act's
 * current facts, and the nonce is spent in the act's transaction. Call it last, when nothing else prevents the act.
 *
 * @throws HttpError `signature-needed` if none was sent; `signature-invalid` if it is for another act, wallet, site or time,
 *   or was used before. The caller must let the transaction fail with it; then nothing is changed and the nonce isn't spent
 */
export async function requireSignature(
  tx: Tx,
  act: SignedAct,
  by: SentSignature | undefined,
): Promise<KeptSignature> {
  if (by?.sent === undefined) {
    throw new HttpError('signature-needed', say('signature-needed'));
  }
  const { wallet, domain, nonceKey, now, sent } = by;
  const issued = readNonce(nonceKey, { wallet, domain }, sent.nonce, now);
  if (issued === null) {
    throw invalid('act-expired');
  }
  const { issuedAt } = issued;
  const text = actMessage(act, {
    domain,
    address: wallet.text,
    nonce: sent.nonce,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + NONCE_LIFE_MS),
  });
  const signature = parseSignature(wallet.family, sent.signature);
  if (signature === null || !verifySignature({ wallet, text, signature })) {
    throw invalid('act-signature');
  }
  if (!(await spendNonce(tx, sent.nonce, now))) throw invalid('act-used');
  return { text, signature: Buffer.from(signature).toString('hex') };
}

function invalid(code: 'act-expired' | 'act-signature' | 'act-used'): HttpError {
  return new HttpError('signature-invalid', say(code));
}
