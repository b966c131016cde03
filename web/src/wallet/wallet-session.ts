import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { storedSession } from '../data/stored-session.ts';
import { onFirstTouch } from '../ui/first-touch.ts';
import { createAttempts } from './attempts.ts';
import type { NodeQuestion } from './chain-node.ts';
import { followOtherTabs } from './follow-other-tabs.ts';
import { disconnectWallet, signOut } from './leave-session.ts';
import { loadPart } from './load-part.ts';
import { practiceKeys } from './practice-keys.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import { WalletError } from './wallet-error.ts';
import { createWalletLink } from './wallet-link.ts';
import type { WalletOption } from './wallet-state.ts';
import { createWalletStore } from './wallet-store.ts';
import { completeWorld, type WalletWorld } from './wallet-world.ts';

export type WalletSession = ReturnType<typeof createWalletSession>;

type WalletActs = typeof import('./wallet-acts.ts');

/** Loads at the first touch of the page: a first look at the markets needs none. */
const loadWalletActs = () => loadPart(() => import('./wallet-acts.ts'));

/** The wallet's state machine, without React. Its acts are in `wallet-acts.ts`. */
export function createWalletSession(given: WalletWorld) {
  const world = completeWorld(given);
  const store = createWalletStore(world);
  const parts: SessionParts = {
    world,
    store,
    attempts: createAttempts({ store, onEnd: () => compare() }),
    link: createWalletLink({
      world,
      store,
      onChange: () => compare(),
      onReattached: (account) => quietly(({ resumeSession }) => resumeSession(parts, account)),
    }),
  };
  let loaded: WalletActs | null = null;
  /** Runs at once if the acts are there: a wallet's window may open only right after a press. */
  const run = <T>(act: (acts: WalletActs) => Promise<T>): Promise<T> =>
    loaded === null ? load().then(act) : act(loaded);
  /** A failure is logged and becomes the notice. */
  const load = async () => {
    try {
      loaded = await loadWalletActs();
      return loaded;
    } catch (error) {
      if (error instanceof WalletError) store.set({ notice: error.message });
      world.log('The code of the wallets did not load', error);
      throw error;
    }
  };
  /** For acts that never reject. */
  const quietly = (act: (acts: WalletActs) => Promise<void>) => run(act).catch(() => {});
  const compare = () => {
    if (parts.link.connector !== null) void quietly((acts) => acts.checkMismatch(parts));
  };
  return {
    getState: () => store.state,
    getOptions: store.getOptions,
    subscribe: store.subscribe,
    /** Restores the state of earlier visits and listens for wallets and other tabs. Returns a function that stops this. */
    start: () => start(parts, quietly),
    /** Connects and signs in. Ignored while another attempt runs. Rejects with a `WalletError` after logging it. */
    connect: (option: WalletOption) => run((acts) => acts.connectWallet(parts, option)),
    cancelConnect: parts.attempts.cancel,
    /** EVM: forgets everything and reloads the page. Solana: forgets everything. */
    disconnect: () => disconnectWallet(parts),
    /** Signs in again with a signature of the wallet. Never rejects. */
    signIn: () => quietly((acts) => acts.signInAgain(parts)),
    /** Opens a guest account in the demo instead of signing in. Never rejects. */
    goOnAsGuest: () => quietly((acts) => acts.goOnAsGuest(parts)),
    /** Signs out on purpose; `end` ends the session, and its rejection is passed on. The wallet stays connected. */
    signOut,
    /** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
    signMessage: (text: string) => run((acts) => acts.signText(parts, text)),
    /** Signature of the connected address over typed data; EVM wallets only. Rejects with a `WalletError`. */
    signTypedData: (data: TypedData) => run((acts) => acts.signTypedData(parts, data)),
    /** Asks the wallet's node about the chain that the wallet is on. Never opens the wallet. */
    askWalletNode: (about: { chainId: number; question: NodeQuestion }) =>
      run((acts) => acts.askWalletNode(parts, about)),
    /** Switches the wallet to another chain and signs in there. Never rejects. */
    moveToChain: (chain: ChainName) => quietly((acts) => acts.moveToChain(parts, chain)),
    /** After a chain mismatch: switches the wallet back to the chain that signed in. */
    switchBack: () => quietly((acts) => acts.switchBack(parts)),
    /** After a mismatch: signs in with the account and chain that the wallet shows now. */
    adoptWallet: () => quietly((acts) => acts.adoptWallet(parts)),
    /** The installed wallets that already allow this site. Opens none of them. */
    findAuthorised: () => run((acts) => acts.findAuthorisedWallets(parts)),
  };
}

function start(
  parts: SessionParts,
  quietly: (act: (acts: WalletActs) => Promise<void>) => Promise<void>,
): () => void {
  const { world, store, link, attempts } = parts;
  const leaveStoredSession = storedSession.subscribe(() => {
    const { token, user } = storedSession.read();
    const ended = token === null && store.state.authToken !== null;
    store.set({ authToken: token, user });
    if (ended) void quietly((acts) => acts.resumePractice(parts));
  });
  // Only once, however often wallets announce themselves.
  let phantomTried = false;
  const tryTrustedPhantom = async () => {
    const found = world.discovery.found().find((wallet) => wallet.info.walletType === 'phantom');
    if (!found || phantomTried || attempts.running || rememberedWallet.read()?.left) return;
    phantomTried = true;
    store.set({ restoring: true });
    await quietly((acts) => acts.connectTrustedPhantom(parts, found));
    store.set({ restoring: false });
  };
  const onDiscovery = () => {
    store.forgetOptions();
    store.notify();
    if (store.state.connected)
      link.reattach().catch((error: unknown) => world.log('The wallet was not found again', error));
    else void tryTrustedPhantom();
  };
  const leaveDiscovery = world.discovery.subscribe(onDiscovery);
  const leaveOtherTabs = followOtherTabs(parts);
  const announcePractice = () =>
    void world
      .loadConfig()
      .then(world.announcePractice)
      .catch((error: unknown) => world.log('The practice wallets are not available', error));
  const leavePracticeKeys = practiceKeys.subscribe(announcePractice);
  // A failed preload is ignored: the first act reports it.
  const leaveTouch = onFirstTouch(() => void loadWalletActs().catch(() => {}));
  onDiscovery();
  announcePractice();

  return () => {
    leaveStoredSession();
    leaveDiscovery();
    leaveOtherTabs();
    leavePracticeKeys();
    leaveTouch();
    link.detach();
  };
}
