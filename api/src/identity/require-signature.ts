import type { RequestBody } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { say } from '@tallystone/core/sentences/say';
import type { Tx } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { NONCE_LIFE_MS, readNonce } from './issue-nonce.ts';
import { spendNonce } from './spend-nonce.ts';
import { verifySignature } from './verify-signature.ts';

/** What came with a call for an act that cannot be undone, and what it is judged by. */
export interface SentSignature {
  /** Of the session that makes the call. */
  readonly wallet: WalletAddress;
  /** Of the site that the call reached. */
  readonly domain: string;
  readonly nonceKey: Uint8Array;
  readonly now: Date;
  /** As it crossed the wire. */
  readonly sent: RequestBody<'takeBreak'>['signed'];
}

/** What the audit keeps in the row of the act: `replayActs` checks it again. */
export interface KeptSignature {
  readonly text: string;
  /** Hex, in the one form that `parseSignature` gives. */
  readonly signature: string;
}

/**
 * Requires that the wallet of the session has signed exactly this act, on this site, a moment ago. The text is made here
 * of what the act is now, and the nonce is spent in the transaction of the act. Called last, when nothing else stands
 * against the act.
 *
 * @throws HttpError `signature-needed` where none came; `signature-invalid` where it is of another act, wallet, site or
 *   time, or was used before. The transaction must end with it, and then nothing was changed and the nonce is not spent
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
