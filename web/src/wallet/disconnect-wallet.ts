import { leaveSession } from './leave-session.ts';
import type { SessionParts } from './session-parts.ts';
import { storedWallet } from './stored-wallet.ts';
import { disconnectedState } from './wallet-state.ts';

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
