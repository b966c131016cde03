import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import { t } from '../texts/t.ts';
import { translated } from '../texts/translated.ts';
import type { Attempt } from './attempts.ts';
import { requireSameAccount } from './check-mismatch.ts';
import { leaveSession } from './leave-session.ts';
import type { SessionParts } from './session-parts.ts';
import { signedOut } from './signed-out.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import { requestPending, toWalletError, userRejected } from './wallet-failures.ts';

/**
 * Signs in within a running attempt. A failure is logged and leaves the wallet connected without a token. A demo offers a
 * guest account to a person who declined the signature.
 */
export async function authenticate(
  parts: SessionParts,
  request: {
    attempt: Attempt;
    address: string;
    chain: ChainName;
    walletType: WalletType;
    connector: WalletConnector;
  },
): Promise<void> {
  const { store, world } = parts;
  const { attempt, address, chain, walletType, connector } = request;
  try {
    store.set({ step: 'sign-in' });
    // The server opens an account only for a signature over its nonce, not for the mere name of an address.
    const { nonce, message } = await callApi('getNonce', { query: { wallet: address, chain } });
    if (attempt.cancelled) throw new WalletError(t('wallet.signInCancelled'));
    store.set({ signInMessage: message });
    await requireSameAccount(parts, connector, address);
    const signature = await connector.sign({ text: message, address });
    const session = await callApi('verifySignIn', {
      body: { wallet: address, signature, nonce, walletType, chain },
    });
    if (attempt.cancelled) return;
    // A guest account can't be reached again once its session has ended.
    if (storedSession.read().user?.verified === false) leaveSession(world);
    signedOut.clear();
    storedSession.save(session);
    if (session.notice !== undefined) store.set({ notice: translated(session.notice, session.noticeReason) });
  } catch (error) {
    world.log('Sign-in failed', error);
    if (attempt.cancelled) return;
    if (error instanceof ApiError && error.code === 'wallet-unsupported') {
      store.set({ notice: error.sentence });
      return;
    }
    const { code, message } = toWalletError(error);
    if (code === requestPending) store.set({ notice: message });
    if (code === userRejected) await offerGuest(parts, attempt);
  }
}

/** Offers a guest account, which only a demo has. Never rejects. */
async function offerGuest({ store, world }: SessionParts, attempt: Attempt): Promise<void> {
  try {
    const { mode } = await world.loadConfig();
    if (!attempt.cancelled && mode === 'demo') store.set({ guestOffered: true });
  } catch (error) {
    world.log('It is not known whether there are guests', error);
  }
}
