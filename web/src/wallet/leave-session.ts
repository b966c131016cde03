import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import type { SessionParts } from './session-parts.ts';
import { signedOut } from './signed-out.ts';
import { storedWallet } from './stored-wallet.ts';
import { disconnectedState } from './wallet-state.ts';
import type { WalletWorld } from './wallet-world.ts';

/** Forgets the token here at once and asks the server to forget it too. */
export function leaveSession({ log }: Pick<Required<WalletWorld>, 'log'>): void {
  // The call reads the token before it is cleared, and continues across a reload of the page.
  if (storedSession.read().token !== null) {
    callApi('logout', { keepalive: true }).catch((error: unknown) =>
      log('The server did not sign out', error),
    );
  }
  storedSession.clear();
}

/**
 * Signs the page out on purpose. The wallet stays connected. The stream or another tab may report the end of the session
 * before the server answers, so the purpose is stored first.
 *
 * @param end asks the server to end the session; if it rejects, this rejects too
 */
export async function signOut(end: () => Promise<unknown>): Promise<void> {
  signedOut.set();
  try {
    await end();
  } catch (error) {
    // If the server refused, the session continues. Without an answer it may have ended.
    if (error instanceof ApiError && storedSession.read().token !== null) signedOut.clear();
    throw error;
  }
  storedSession.clear();
}

/** EVM: forgets everything and reloads the page. Solana: forgets everything. */
export function disconnectWallet({ store, attempts, link, world }: SessionParts): void {
  const { chain } = store.state;
  attempts.cancel();
  leaveSession(world);
  const leaving = link.connector;
  link.detach();
  storedWallet.clear();
  store.forgetOptions();
  store.set(disconnectedState);
  void leaving?.disconnect().catch((error: unknown) => world.log('The wallet did not disconnect', error));
  if (chain !== null && chain !== 'Solana') world.reload();
}
