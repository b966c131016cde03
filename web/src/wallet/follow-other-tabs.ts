import type { SessionParts } from './session-parts.ts';
import { storedWallet } from './stored-wallet.ts';

/** Another tab connected, signed in or left: this one shows the same. Returns how to stop. */
export function followOtherTabs(parts: SessionParts): () => void {
  const onStorage = (event: StorageEvent) => takeOver(parts, event);
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function takeOver({ store, attempts, link, world }: SessionParts, { key, storageArea }: StorageEvent): void {
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
}
