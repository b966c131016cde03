import { practiceRdnsPrefix } from './practice-rdns.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signedOut } from './signed-out.ts';

/** A page tries once, so that a server that takes no session of ours is not asked for ever. */
const tried = new WeakSet<SessionParts>();

/**
 * The practice wallet of this browser, which signs in unasked, does so by itself when its session has run out or was cleared,
 * unless it was signed out on purpose. Other wallets are offered "Sign in again". Never rejects.
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
    // Whoever leaves on purpose has left by now.
    if (mode !== 'demo' || !isDue() || attempts.running || tried.has(parts)) return;
    tried.add(parts);
    await signInAgain(parts);
  } catch (error) {
    world.log('The practice wallet could not sign in again', error);
  }
}
