import { callApi } from '../data/api-client.ts';
import { storedSession } from '../data/stored-session.ts';
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
