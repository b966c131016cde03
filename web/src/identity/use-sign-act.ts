import type { RequestBody } from '@tallystone/core/http-api';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t-sign.ts';
import { practiceRequests } from '../wallet/practice-requests.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { WalletError } from '../wallet/wallet-error.ts';
import { userRejected } from '../wallet/wallet-failures.ts';

/** An act was not signed and therefore not sent. `message` is written for people. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** The signature in the form in which it is sent with the act. */
export type ActSignature = NonNullable<RequestBody<'takeBreak'>['signed']>;

export type ActSigner = ReturnType<typeof useSignAct>;

/**
 * Signs acts that can't be undone with the connected wallet. A practice wallet doesn't ask again, because the page
 * already shows the text.
 */
export function useSignAct() {
  const { user, isPractice, signMessage } = useWallet();
  const [isSigning, setSigning] = useState(false);
  const giveUp = useRef<() => void>(() => undefined);

  /** Asks the wallet to sign the act. Rejects with `NotSigned`, or with an `ApiError`. */
  async function sign(act: SignedAct): Promise<ActSignature> {
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

  /** Stops waiting; a later answer of the wallet is ignored. */
  const cancel = () => giveUp.current();

  return { isSigning, sign, cancel };
}

function notSigned(error: unknown): NotSigned {
  if (error instanceof NotSigned) return error;
  // Wallets reject with a WalletError; any other error comes from the request for the nonce.
  if (!(error instanceof WalletError)) return new NotSigned(t('sign.unanswered'), { cause: error });
  return new NotSigned(
    error.code === userRejected ? t('sign.rejected') : t('sign.failed', { why: error.message }),
    { cause: error },
  );
}
