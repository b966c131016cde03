import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { Reason } from '@tallystone/core/sentences/all';
import { say } from '@tallystone/core/sentences/say';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Site } from '../http/site.ts';
import { readNonce } from './issue-nonce.ts';
import { type SignInTerms, signIn } from './sign-in.ts';
import { signInText } from './sign-in-text.ts';
import { spendNonce } from './spend-nonce.ts';
import { verifySignature } from './verify-signature.ts';
import { noticeOfCode, type WalletCode } from './wallet-code.ts';

/**
 * Signs in with a signature over the sign-in message. The message is built again here, so text from the client is never used.
 * The nonce is spent in the transaction that makes the session, so it makes at most one.
 *
 * @throws HttpError `sign-in-failed`
 */
export async function verifySignIn(
  db: Db,
  claim: {
    wallet: WalletAddress;
    walletType: WalletType;
    /** The network that the wallet says it is on, or null. */
    chain: ChainName | null;
    signature: string;
    nonce: string;
    site: Site;
  },
  nonceKey: Uint8Array,
  { walletCode, ...terms }: SignInTerms & { walletCode: WalletCode | null },
): Promise<{ token: string; user: WireUser; notice?: string; noticeReason?: Reason }> {
  const { wallet, walletType, chain, nonce, site } = claim;
  const issued = readNonce(nonceKey, { wallet, domain: site.domain }, nonce, terms.now);
  if (issued === null) throw failed('sign-in-expired');
  const signature = parseSignature(wallet.family, claim.signature);
  const text = signInText({ wallet, site, nonce, ...issued });
  if (signature === null || !verifySignature({ wallet, text, signature })) {
    throw failed('sign-in-signature');
  }
  const notice = walletCode === null ? null : await noticeOfCode(walletCode, { wallet, text, signature });
  const session = await transaction(
    db,
    async (tx) => {
      if (!(await spendNonce(tx, nonce, terms.now))) throw failed('sign-in-used');
      return signIn(tx, { wallet, walletType, chain }, terms);
    },
    'sign-in',
  );
  return notice === null ? session : { ...session, notice: notice.sentence, noticeReason: notice.reason };
}

function failed(code: 'sign-in-expired' | 'sign-in-signature' | 'sign-in-used'): HttpError {
  return new HttpError('sign-in-failed', say(code));
}
