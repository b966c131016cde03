import { checkMismatch } from './check-mismatch.ts';
import { practiceRdnsPrefix } from './practice-rdns.ts';
import { refreshBalance } from './refresh-balance.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signedOut } from './signed-out.ts';
import type { FoundWallet } from './wallet-discovery.ts';

/** Continues an earlier visit, with the account that its wallet shows without a prompt; null if it shows none. */
export async function resumeSession(parts: SessionParts, account: string | null): Promise<void> {
  await checkMismatch(parts);
  const { connected, chain, walletType, isPractice, authToken, solBalance } = parts.store.state;
  if (!connected || account === null) return;
  if (isPractice && authToken === null) void resumePractice(parts);
  if (chain !== 'Solana') return;
  if (solBalance === null) void refreshBalance(parts);
  // A trusted Phantom signs in unless the person signed out on purpose. No other real wallet signs in automatically.
  if (walletType === 'phantom' && authToken === null && !signedOut.read()) void signInAgain(parts);
}

/** A page tries only once, so that it doesn't ask a server that refuses its sessions forever. */
const practiceTried = new WeakSet<SessionParts>();

/**
 * Signs this browser's practice wallet in again, which needs no prompt, after its session has expired or was cleared. Does
 * nothing if the person signed out on purpose. Other wallets show "Sign in again" instead. Never rejects.
 */
export async function resumePractice(parts: SessionParts): Promise<void> {
  const { store, attempts, link, world } = parts;
  const isDue = () => {
    const { connected, authToken, mismatch } = store.state;
    const remembered = rememberedWallet.read();
    const isOwn = remembered?.rdns === practiceRdnsPrefix && !remembered.left;
    const isSignedOut = authToken === null && !signedOut.read();
    return connected && isOwn && isSignedOut && mismatch === null && link.connector !== null;
  };
  try {
    const { mode } = await world.loadConfig();
    // Checked after the await, because a person who disconnects on purpose has done so by now.
    if (mode !== 'demo' || !isDue() || attempts.running || practiceTried.has(parts)) return;
    practiceTried.add(parts);
    await signInAgain(parts);
  } catch (error) {
    world.log('The practice wallet could not sign in again', error);
  }
}

/** Connects a Phantom that already trusts this site, without a prompt, if no other wallet connects meanwhile. Never rejects. */
export async function connectTrustedPhantom(parts: SessionParts, found: FoundWallet): Promise<void> {
  const { store, attempts, link, world } = parts;
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
  }
}
