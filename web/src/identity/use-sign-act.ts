import type { RequestBody } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-sign.ts';
import { practiceRequests } from '../wallet/practice-requests.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { userRejected, WalletError } from '../wallet/wallet-error.ts';

/** An act was not signed, so it was not sent either. `message` is what a person may read. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** As it is sent with the act. */
export type ActSignature = NonNullable<RequestBody<'takeBreak'>['signed']>;

export interface ActSigner {
  /** While the wallet is asked. */
  isSigning: boolean;
  /** Has the wallet sign the act as it is shown. Rejects with `NotSigned`, or with an `ApiError`. */
  sign: (act: SignedAct) => Promise<ActSignature>;
  /** Gives up waiting: what the wallet answers later is not used. */
  cancel: () => void;
}

/** Signs what cannot be undone with the connected wallet. A practice wallet asks nothing more: the page shows what it signs. */
export function useSignAct(): ActSigner {
  const { user, isPractice, signMessage } = useWallet();
  const [isSigning, setSigning] = useState(false);
  const giveUp = useRef<() => void>(() => undefined);

  async function sign(act: SignedAct) {
    if (user === null) throw new NotSigned(t('sign.notSignedIn'));
    setSigning(true);
    const cancelled = new Promise<never>((_, reject) => {
      giveUp.current = () => reject(new NotSigned(t('sign.cancelled')));
    });
    try {
      return await Promise.race([askWallet(user.publicKey, act), cancelled]);
    } catch (error) {
      throw error instanceof ApiError ? error : notSigned(error);
    } finally {
      setSigning(false);
    }
  }

  async function askWallet(address: string, act: SignedAct) {
    const { nonce, domain, issuedAt, expiresAt } = await callApi('getNonce', {
      query: { wallet: address, use: 'act' },
    });
    const text = actMessage(act, {
      domain,
      address,
      nonce,
      issuedAt: new Date(issuedAt),
      expiresAt: new Date(expiresAt),
    });
    if (isPractice) practiceRequests.agree(text);
    return { nonce, signature: await signMessage(text) };
  }

  return { isSigning, sign, cancel: () => giveUp.current() };
}

function notSigned(error: unknown): NotSigned {
  if (error instanceof NotSigned) return error;
  // Wallets answer by errors of their own; anything else is the call for the nonce.
  if (!(error instanceof WalletError)) return new NotSigned(t('sign.unanswered'), { cause: error });
  return new NotSigned(
    error.code === userRejected ? t('sign.rejected') : t('sign.failed', { why: error.message }),
    { cause: error },
  );
}
