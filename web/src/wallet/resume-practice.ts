import { practiceRdnsPrefix } from './practice-rdns.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signedOut } from './signed-out.ts';

/** A page tries only once, so that it doesn't ask a server that refuses its sessions forever. */
const tried = new WeakSet<SessionParts>();

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
    return (
      connected &&
      isOwn &&
      !signedOut.read() &&
      authToken === null &&
      mismatch === null &&
      link.connector !== null
    );
  };
  try {
    const { mode } = await world.loadConfig();
    // Checked after the await, because a person who disconnects on purpose has done so by now.
    if (mode !== 'demo' || !isDue() || attempts.running || tried.has(parts)) return;
    tried.add(parts);
    await signInAgain(parts);
  } catch (error) {
    world.log('The practice wallet could not sign in again', error);
  }
}
