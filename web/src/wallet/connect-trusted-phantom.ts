import { refreshBalance } from './refresh-balance.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';

/** A session tries only once, however often wallets announce themselves. */
const tried = new WeakSet<SessionParts>();

/** Connects a Phantom that already trusts this site, without a prompt, if no wallet is connected. Never rejects. */
export async function connectTrustedPhantom(parts: SessionParts): Promise<void> {
  const { store, attempts, link, world } = parts;
  const found = world.discovery.found().find((wallet) => wallet.info.walletType === 'phantom');
  if (!found || tried.has(parts) || attempts.running || rememberedWallet.read()?.left) return;
  tried.add(parts);
  store.set({ restoring: true });
  try {
    const connector = await world.open(found);
    const address = await connector.connectSilently();
    if (address === null || store.state.connected || attempts.running) return;
    link.attach(connector);
    const { walletType, name, rdns } = found.info;
    store.remember({ address, chain: 'Solana', walletType, name, rdns });
    store.set({ connected: true, publicKey: address, chain: 'Solana', walletType, walletName: name });
    void refreshBalance(parts);
    if (store.state.authToken === null) void signInAgain(parts);
  } catch (error) {
    world.log('The trusted wallet could not be connected', error);
  } finally {
    store.set({ restoring: false });
  }
}
