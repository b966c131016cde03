import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { storedSession } from '../data/stored-session.ts';
import { askWalletNode } from './ask-wallet-node.ts';
import { createAttempts } from './attempts.ts';
import type { NodeQuestion } from './chain-node.ts';
import { checkMismatch } from './check-mismatch.ts';
import { connectWallet } from './connect-wallet.ts';
import { findAuthorisedWallets } from './find-authorised-wallets.ts';
import { followOtherTabs } from './follow-other-tabs.ts';
import { goOnAsGuest } from './go-on-as-guest.ts';
import { disconnectWallet, signOut } from './leave-session.ts';
import { adoptWallet, moveToChain, switchBack } from './move-to-chain.ts';
import { practiceKeys } from './practice-keys.ts';
import { connectTrustedPhantom, resumePractice, resumeSession } from './resume-session.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { createWalletLink } from './wallet-link.ts';
import { signText, signTypedData } from './wallet-signatures.ts';
import type { WalletOption } from './wallet-state.ts';
import { createWalletStore } from './wallet-store.ts';
import { completeWorld, type WalletWorld } from './wallet-world.ts';

export type WalletSession = ReturnType<typeof createWalletSession>;

/** The wallet's state machine, without React. Its actions are in the files imported above. */
export function createWalletSession(given: WalletWorld) {
  const world = completeWorld(given);
  const store = createWalletStore(world);
  const parts: SessionParts = {
    world,
    store,
    attempts: createAttempts({ store, onEnd: () => void checkMismatch(parts) }),
    link: createWalletLink({
      world,
      store,
      onChange: () => void checkMismatch(parts),
      onReattached: (account) => resumeSession(parts, account),
    }),
  };
  return {
    getState: () => store.state,
    getOptions: store.getOptions,
    subscribe: store.subscribe,
    /** Restores the state of earlier visits and listens for wallets and other tabs. Returns a function that stops this. */
    start: () => start(parts),
    /** Connects and signs in. Ignored while another attempt runs. Rejects with a `WalletError` after logging it. */
    connect: (option: WalletOption) => connectWallet(parts, option),
    cancelConnect: parts.attempts.cancel,
    /** EVM: forgets everything and reloads the page. Solana: forgets everything. */
    disconnect: () => disconnectWallet(parts),
    /** Signs in again with a signature of the wallet. Never rejects. */
    signIn: () => signInAgain(parts),
    /** Opens a guest account in the demo instead of signing in. Never rejects. */
    goOnAsGuest: () => goOnAsGuest(parts),
    /** Signs out on purpose; `end` ends the session, and its rejection is passed on. The wallet stays connected. */
    signOut,
    /** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
    signMessage: (text: string) => signText(parts, text),
    /** Signature of the connected address over typed data; EVM wallets only. Rejects with a `WalletError`. */
    signTypedData: (data: TypedData) => signTypedData(parts, data),
    /** Asks the wallet's node about the chain that the wallet is on. Never opens the wallet. */
    askWalletNode: (about: { chainId: number; question: NodeQuestion }) => askWalletNode(parts, about),
    /** Switches the wallet to another chain and signs in there. Never rejects. */
    moveToChain: (chain: ChainName) => moveToChain(parts, chain),
    /** After a chain mismatch: switches the wallet back to the chain that signed in. */
    switchBack: () => switchBack(parts),
    /** After a mismatch: signs in with the account and chain that the wallet shows now. */
    adoptWallet: () => adoptWallet(parts),
    /** The installed wallets that already allow this site. Opens none of them. */
    findAuthorised: () => findAuthorisedWallets(parts),
  };
}

function start(parts: SessionParts): () => void {
  const { world, store, link } = parts;
  const leaveStoredSession = storedSession.subscribe(() => {
    const { token, user } = storedSession.read();
    const ended = token === null && store.state.authToken !== null;
    store.set({ authToken: token, user });
    if (ended) void resumePractice(parts);
  });
  const onDiscovery = () => {
    store.forgetOptions();
    store.notify();
    if (store.state.connected)
      link.reattach().catch((error: unknown) => world.log('The wallet was not found again', error));
    else void connectTrustedPhantom(parts);
  };
  const leaveDiscovery = world.discovery.subscribe(onDiscovery);
  const leaveOtherTabs = followOtherTabs(parts);
  const announcePractice = () =>
    void world
      .loadConfig()
      .then(world.announcePractice)
      .catch((error: unknown) => world.log('The practice wallets are not available', error));
  const leavePracticeKeys = practiceKeys.subscribe(announcePractice);
  onDiscovery();
  announcePractice();

  return () => {
    leaveStoredSession();
    leaveDiscovery();
    leaveOtherTabs();
    leavePracticeKeys();
    link.detach();
  };
}
