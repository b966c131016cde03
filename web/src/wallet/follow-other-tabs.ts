import type { SessionParts } from './session-parts.ts';
import { storedWallet } from './stored-wallet.ts';

/** Takes over the state when another tab connects, signs in or disconnects. Returns a function that stops this. */
export function followOtherTabs({ store, attempts, link, world }: SessionParts): () => void {
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== null && storageArea !== window.localStorage) return;
    if (!storedWallet.concerns(key)) return;
    const stored = storedWallet.readState();
    store.forgetOptions();
    if (stored.publicKey === store.state.publicKey && stored.chain === store.state.chain) {
      store.set({ authToken: stored.authToken, user: stored.user });
      return;
    }
    attempts.drop();
    link.detach();
    store.set(stored);
    if (!stored.connected) return;
    link.reattach().catch((error: unknown) => world.log('The wallet was not found again', error));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
