import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import { t } from '../texts/t.ts';
import { translated } from '../texts/translated.ts';
import type { Attempt } from './attempt.ts';
import { leaveSession } from './leave-session.ts';
import { offerGuest } from './offer-guest.ts';
import { requireSameAccount } from './require-same-account.ts';
import type { SessionParts } from './session-parts.ts';
import { signInWallet } from './sign-in.ts';
import { signedOut } from './signed-out.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { requestPending, toWalletError, userRejected, WalletError } from './wallet-error.ts';

/**
 * Signs in within a running attempt. Failure is logged and leaves the wallet connected without a token; who declined the
 * signature in a demo may go on as a guest.
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
    const session = await signInWallet({
      address,
      chain,
      walletType,
      onMessage: (signInMessage) => !attempt.cancelled && store.set({ signInMessage }),
      sign: async (text) => {
        if (attempt.cancelled) throw new WalletError(t('wallet.signInCancelled'));
        await requireSameAccount(parts, { connector, expected: address });
        return connector.sign({ text, address });
      },
    });
    if (attempt.cancelled) return;
    // What a guest did stays behind: nothing leads to it once the session has ended.
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
