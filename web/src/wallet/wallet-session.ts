import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { storedSession } from '../data/stored-session.ts';
import { adoptWallet } from './adopt-wallet.ts';
import { askWalletNode } from './ask-wallet-node.ts';
import { createAttempts } from './attempts.ts';
import type { NodeQuestion } from './chain-node.ts';
import { checkMismatch } from './check-mismatch.ts';
import { connectTrustedPhantom } from './connect-trusted-phantom.ts';
import { connectWallet } from './connect-wallet.ts';
import { disconnectWallet } from './disconnect-wallet.ts';
import { type AuthorisedWallet, findAuthorisedWallets } from './find-authorised-wallets.ts';
import { followOtherTabs } from './follow-other-tabs.ts';
import { goOnAsGuest } from './go-on-as-guest.ts';
import { moveToChain } from './move-to-chain.ts';
import { practiceKeys } from './practice-keys.ts';
import { resumePractice } from './resume-practice.ts';
import { resumeSession } from './resume-session.ts';
import type { SessionParts } from './session-parts.ts';
import { signInAgain } from './sign-in-again.ts';
import { signOut } from './sign-out.ts';
import { signText } from './sign-text.ts';
import { signTypedData } from './sign-typed-data.ts';
import { switchBack } from './switch-back.ts';
import { createWalletLink } from './wallet-link.ts';
import type { WalletOption, WalletState } from './wallet-state.ts';
import { createWalletStore } from './wallet-store.ts';
import { completeWorld, type WalletWorld } from './wallet-world.ts';

export interface WalletSession {
  getState: () => WalletState;
  getOptions: () => readonly WalletOption[];
  subscribe: (listener: () => void) => () => void;
  /** Takes up what earlier visits left and listens for wallets and other tabs. Returns how to stop. */
  start: () => () => void;
  /** Connects and signs in. Ignored while another attempt runs. Rejects with a `WalletError`, which is logged already. */
  connect: (option: WalletOption) => Promise<void>;
  cancelConnect: () => void;
  /** EVM: forgets everything and reloads the page. Solana: forgets everything. */
  disconnect: () => void;
  /** Signs in again, by the wallet's signature. Never rejects. */
  signIn: () => Promise<void>;
  /** Opens a guest account of the demo instead. Never rejects. */
  goOnAsGuest: () => Promise<void>;
  /** Signs out on purpose by what ends the session, and rejects as that does; the wallet stays connected. */
  signOut: (end: () => Promise<unknown>) => Promise<void>;
  /** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
  signMessage: (text: string) => Promise<string>;
  /** Signature of the connected address over typed data; EVM wallets only. Rejects with a `WalletError`. */
  signTypedData: (data: TypedData) => Promise<Hex>;
  /** Asks the wallet's own node about a chain that the wallet is on. Never opens the wallet. */
  askWalletNode: (about: { chainId: number; question: NodeQuestion }) => Promise<unknown>;
  /** Brings the wallet to another chain and signs in there. Never rejects. */
  moveToChain: (chain: ChainName) => Promise<void>;
  /** Chain mismatch: brings the wallet back to the chain that signed in. */
  switchBack: () => Promise<void>;
  /** Mismatch: signs in with the account and chain the wallet shows now. */
  adoptWallet: () => Promise<void>;
  /** The installed wallets that already allow this site, asked without opening any of them. */
  findAuthorised: () => Promise<AuthorisedWallet[]>;
}

/** The wallet's state machine, without React. Each of its verbs is a file of its own. */
export function createWalletSession(given: WalletWorld): WalletSession {
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
    start: () => start(parts),
    connect: (option) => connectWallet(parts, option),
    cancelConnect: parts.attempts.cancel,
    disconnect: () => disconnectWallet(parts),
    signIn: () => signInAgain(parts),
    goOnAsGuest: () => goOnAsGuest(parts),
    signOut,
    signMessage: (text) => signText(parts, text),
    signTypedData: (data) => signTypedData(parts, data),
    askWalletNode: (about) => askWalletNode(parts, about),
    moveToChain: (chain) => moveToChain(parts, chain),
    switchBack: () => switchBack(parts),
    adoptWallet: () => adoptWallet(parts),
    findAuthorised: () =>
      findAuthorisedWallets({
        found: world.discovery.found(),
        options: store.getOptions(),
        open: world.open,
        log: world.log,
      }),
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
