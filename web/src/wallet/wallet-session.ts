import type { ChainName, WalletType, WireConfig } from '@tallystone/core/http-api';
import { familyOfChain, familyOfWalletType } from '@tallystone/core/identity/wallet-family';
import { callApi } from '../data/api-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { type Attempt, createAttempt } from './attempt.ts';
import { type AuthorisedWallet, findAuthorisedWallets } from './find-authorised-wallets.ts';
import { findMismatch, mismatchSentence, sameAddress } from './find-mismatch.ts';
import { findConnected, findOffered, waitForWallet } from './find-wallet.ts';
import { listWalletOptions } from './list-wallet-options.ts';
import { openConnector } from './open-connector.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import { signInWallet } from './sign-in.ts';
import { storedWallet } from './stored-wallet.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet, WalletDiscovery } from './wallet-discovery.ts';
import {
  noSupportedWallet,
  noWalletConnected,
  requestPending,
  signingNotSupported,
  toWalletError,
  userRejected,
  WalletError,
  walletNotFound,
} from './wallet-error.ts';
import {
  disconnectedState,
  type WalletMismatch,
  type WalletOption,
  type WalletState,
} from './wallet-state.ts';

/** A connect may be cancelled once it has waited this long. */
const cancelAfterMs = 8_000;
/** How long a wallet that was connected before may take to announce itself when a signature is wanted. */
const discoveryPatienceMs = 2_000;

/** What the session needs from the world; tests replace parts of it. */
export interface WalletWorld {
  discovery: WalletDiscovery;
  loadConfig: () => Promise<WireConfig>;
  open?: (found: FoundWallet) => Promise<WalletConnector>;
  readSolBalance?: (request: { address: string; rpcUrl: string }) => Promise<number>;
  announcePractice?: (config: WireConfig) => Promise<void>;
  openPage?: (href: string) => void;
  reload?: () => void;
  /** Failures that are logged and not shown. */
  log?: (message: string, error: unknown) => void;
  onPhone?: boolean;
}

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
  /** Signs in again; `verified` asks for the wallet's signature also in the demo. Never rejects. */
  signIn: (how?: { verified?: boolean }) => Promise<void>;
  /** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
  signMessage: (text: string) => Promise<string>;
  /** Chain mismatch: brings the wallet back to the chain that signed in. */
  switchBack: () => Promise<void>;
  /** Mismatch: signs in with the account and chain the wallet shows now. */
  adoptWallet: () => Promise<void>;
  /** The installed wallets that already allow this site, asked without opening any of them. */
  findAuthorised: () => Promise<AuthorisedWallet[]>;
}

/** The wallet's state machine, without React. */
export function createWalletSession(world: WalletWorld): WalletSession {
  const {
    discovery,
    loadConfig,
    open = openConnector,
    readSolBalance = readSolBalanceLazily,
    announcePractice = announcePracticeLazily,
    openPage = (href) => void window.open(href, '_blank', 'noopener'),
    reload = () => window.location.reload(),
    log = (message, error) => console.warn(message, error),
    onPhone = /Android|iPhone|iPad|iPod/i.test(navigator.userAgent),
  } = world;

  const listeners = new Set<() => void>();
  let state: WalletState = storedWallet.readState();
  let options: readonly WalletOption[] | null = null;
  let attempt: Attempt | null = null;
  let connector: WalletConnector | null = null;
  let attaching: Promise<WalletConnector | null> | null = null;
  let stopWatching: (() => void) | null = null;
  let triedPhantom = false;

  function set(change: Partial<WalletState>): void {
    state = { ...state, ...change };
    notify();
  }
  function notify(): void {
    for (const listener of listeners) listener();
  }

  // ---- connect and sign in -------------------------------------------------------------------------

  async function connect(option: WalletOption): Promise<void> {
    if (attempt !== null) return;
    const found = findOffered(discovery.found(), option);
    if (!found) {
      const href = option.href;
      if (href) openPage(href);
      if (option.status === 'open-in-app') return;
      const error = walletNotFound(option);
      set({ notice: error.message });
      log('The wallet could not be connected', error);
      throw error;
    }
    const mine = begin({ connecting: true, step: 'connect' });
    try {
      await Promise.race([connectWith({ mine, found, chain: option.chain }), mine.whenCancelled]);
    } catch (cause) {
      if (mine.cancelled) return;
      const error = toWalletError(cause);
      set({ notice: connectNotice(error) });
      log('The wallet could not be connected', error);
      throw error;
    } finally {
      end(mine);
    }
  }

  async function connectWith({
    mine,
    found,
    chain,
  }: {
    mine: Attempt;
    found: FoundWallet;
    chain: ChainName;
  }): Promise<void> {
    const next = await open(found);
    const onStep = (step: WalletState['step']) => !mine.cancelled && set({ step });
    const address = await next.connect({ chain, onStep });
    if (mine.cancelled) return;

    leaveSession();
    const { walletType, name, rdns, isPractice } = found.info;
    const wallet = { publicKey: address, chain, walletType, walletName: name, isPractice };
    attach(next);
    if (chain === 'Solana') {
      // A Solana wallet counts as connected before it has signed in, an EVM wallet after.
      remember({ address, chain, walletType, name, rdns });
      set({ ...wallet, connected: true, connecting: false, mismatch: null, solBalance: null });
      void refreshBalance();
      await authenticate({ mine, address, chain, walletType, connector: next, verified: false });
      return;
    }
    await authenticate({ mine, address, chain, walletType, connector: next, verified: false });
    if (mine.cancelled) {
      detach();
      return;
    }
    remember({ address, chain, walletType, name, rdns });
    set({ ...wallet, connected: true, mismatch: null, solBalance: null });
  }

  async function signIn({ verified = false }: { verified?: boolean } = {}): Promise<void> {
    const { publicKey: address, chain, walletType } = state;
    if (attempt !== null || address === null || chain === null || walletType === null) return;
    const mine = begin({ step: 'sign-in' });
    try {
      const current = await requireConnector();
      await Promise.race([
        authenticate({ mine, address, chain, walletType, connector: current, verified }),
        mine.whenCancelled,
      ]);
    } catch (error) {
      log('Sign-in failed', error);
      set({ notice: toWalletError(error).message });
    } finally {
      end(mine);
    }
  }

  /** Failure is logged and leaves the wallet connected without a token. */
  async function authenticate(request: {
    mine: Attempt;
    address: string;
    chain: ChainName;
    walletType: WalletType;
    connector: WalletConnector;
    verified: boolean;
  }): Promise<void> {
    const { mine, address, chain, walletType, verified } = request;
    try {
      set({ step: 'sign-in' });
      const { mode } = await loadConfig();
      const session = await signInWallet({
        address,
        chain,
        walletType,
        mode,
        verified,
        onMessage: (signInMessage) => !mine.cancelled && set({ signInMessage }),
        sign: async (text) => {
          if (mine.cancelled) throw new WalletError('The sign-in was cancelled.');
          await requireSameAccount(request.connector, address);
          return request.connector.sign({ text, address });
        },
      });
      if (!mine.cancelled) storedSession.save(session);
    } catch (error) {
      log('Sign-in failed', error);
      if (!mine.cancelled && toWalletError(error).code === requestPending) {
        set({ notice: toWalletError(error).message });
      }
    }
  }

  function begin(change: Partial<WalletState>): Attempt {
    const mine = createAttempt();
    attempt = mine;
    set({ notice: null, signInMessage: null, canCancel: false, ...change });
    setTimeout(() => attempt === mine && set({ canCancel: true }), cancelAfterMs);
    return mine;
  }

  function end(mine: Attempt): void {
    if (attempt !== mine) return;
    attempt = null;
    set({ connecting: false, canCancel: false, step: null, signInMessage: null });
    void checkMismatch();
  }

  /** The wallet may still show its request; whatever it answers is ignored. */
  function cancelConnect(): void {
    const current = attempt;
    if (current === null) return;
    current.cancel();
    end(current);
  }

  // ---- signing ---------------------------------------------------------------------------------------

  async function signMessage(text: string): Promise<string> {
    const { connected, publicKey, chain, walletType } = state;
    if (!connected || publicKey === null || chain === null) throw noWalletConnected();
    if (walletType === null || familyOfWalletType(walletType) !== familyOfChain(chain))
      throw signingNotSupported();
    try {
      const current = await requireConnector();
      await requireSameAccount(current, publicKey);
      await checkMismatch();
      if (state.mismatch) throw new WalletError(mismatchSentence(state.mismatch));
      return await current.sign({ text, address: publicKey });
    } catch (error) {
      throw toWalletError(error);
    }
  }

  async function requireSameAccount(current: WalletConnector, expected: string): Promise<void> {
    const actual = await current.requestAccount();
    if (sameAddress(actual, expected)) return;
    const mismatch: WalletMismatch = { kind: 'account', expected, actual };
    if (state.connected) set({ mismatch });
    throw new WalletError(mismatchSentence(mismatch));
  }

  // ---- the wallet behind the session -----------------------------------------------------------------

  /** The connector of this page, or the wallet of an earlier visit found again. */
  async function requireConnector(): Promise<WalletConnector> {
    if (connector === null && !findCurrent()) {
      await waitForWallet({
        discovery,
        isThere: () => findCurrent() !== undefined,
        timeoutMs: discoveryPatienceMs,
      });
    }
    const current = connector ?? (await reattach());
    if (current === null) throw noSupportedWallet();
    return current;
  }

  /** Finds the wallet of an earlier visit again, without opening it. */
  function reattach(): Promise<WalletConnector | null> {
    const found = findCurrent();
    if (connector !== null || !found) return Promise.resolve(connector);
    attaching ??= open(found)
      .then(async (next) => {
        if (connector !== null) return connector;
        attach(next);
        const silent = await next.connectSilently().catch(() => null);
        await checkMismatch();
        const { connected, chain, walletType, authToken } = state;
        if (!connected || silent === null || chain !== 'Solana') return next;
        if (state.solBalance === null) void refreshBalance();
        // An already trusted Phantom signs in when no token is stored; no other wallet asks by itself.
        if (walletType === 'phantom' && authToken === null) void signIn();
        return next;
      })
      .finally(() => {
        attaching = null;
      });
    return attaching;
  }

  /** A Phantom that already trusts this site connects without a prompt, if no wallet is connected. */
  async function connectTrustedPhantom(): Promise<void> {
    const found = discovery.found().find((wallet) => wallet.info.walletType === 'phantom');
    if (!found || triedPhantom || attempt !== null || rememberedWallet.read()?.left) return;
    triedPhantom = true;
    set({ restoring: true });
    try {
      const next = await open(found);
      const address = await next.connectSilently();
      if (address === null || state.connected || attempt !== null) return;
      attach(next);
      const { walletType, name, rdns } = found.info;
      remember({ address, chain: 'Solana', walletType, name, rdns });
      set({ connected: true, publicKey: address, chain: 'Solana', walletType, walletName: name });
      void refreshBalance();
      if (state.authToken === null) void signIn();
    } catch (error) {
      log('The trusted wallet could not be connected', error);
    } finally {
      set({ restoring: false });
    }
  }

  function attach(next: WalletConnector): void {
    detach();
    connector = next;
    stopWatching = next.watch(() => void checkMismatch());
  }

  function detach(): void {
    stopWatching?.();
    stopWatching = null;
    connector = null;
  }

  /** Compares what the wallet shows with what signed in. Says nothing while an attempt is changing either. */
  async function checkMismatch(): Promise<void> {
    const current = connector;
    if (current === null || attempt !== null || !state.connected) return;
    try {
      const shown = await current.look();
      const { publicKey, chain } = state;
      if (current !== connector || attempt !== null || publicKey === null || chain === null) return;
      const mismatch = findMismatch({ shown, publicKey, chain });
      if (JSON.stringify(mismatch) !== JSON.stringify(state.mismatch)) set({ mismatch });
    } catch (error) {
      log('The wallet did not say what it shows', error);
    }
  }

  async function switchBack(): Promise<void> {
    const { chain } = state;
    if (attempt !== null || chain === null) return;
    const mine = begin({ step: 'switch-chain' });
    try {
      const current = await requireConnector();
      const onStep = (step: WalletState['step']) => !mine.cancelled && set({ step });
      await Promise.race([current.switchChain({ chain, onStep }), mine.whenCancelled]);
    } catch (error) {
      set({ notice: toWalletError(error).message });
      log('The wallet did not change its chain', error);
    } finally {
      end(mine);
    }
  }

  async function adoptWallet(): Promise<void> {
    const { mismatch, chain } = state;
    if (mismatch === null || chain === null) return;
    const target = mismatch.kind === 'chain' ? mismatch.actual : chain;
    const found = findCurrent();
    const option = getOptions().find(
      ({ chain: at, rdns, walletType }) =>
        at === target && rdns === found?.info.rdns && walletType === found.info.walletType,
    );
    // The failure is logged and shown as the notice by `connect`.
    if (option) await connect(option).catch(() => {});
  }

  function findCurrent(): FoundWallet | undefined {
    return findConnected(discovery.found(), state);
  }

  function findAuthorised(): Promise<AuthorisedWallet[]> {
    return findAuthorisedWallets({ found: discovery.found(), options: getOptions(), open, log });
  }

  async function refreshBalance(): Promise<void> {
    const { publicKey: address } = state;
    if (address === null) return;
    let solBalance = 0;
    try {
      const { solanaRpcUrl } = await loadConfig();
      solBalance = await readSolBalance({ address, rpcUrl: solanaRpcUrl });
    } catch (error) {
      log('The SOL balance could not be read', error);
    }
    if (state.publicKey === address && state.chain === 'Solana') set({ solBalance });
  }

  // ---- leaving ---------------------------------------------------------------------------------------

  function disconnect(): void {
    const { chain } = state;
    cancelConnect();
    leaveSession();
    const leaving = connector;
    detach();
    storedWallet.clear();
    options = null;
    state = disconnectedState;
    notify();
    void leaving?.disconnect().catch((error: unknown) => log('The wallet did not disconnect', error));
    if (chain !== null && chain !== 'Solana') reload();
  }

  /** Forgets the token here at once and asks the server to forget it too. */
  function leaveSession(): void {
    // The call takes the token before it is cleared and outlives a reload of the page.
    if (storedSession.read().token !== null) {
      callApi('logout', { keepalive: true }).catch((error: unknown) =>
        log('The server did not sign out', error),
      );
    }
    storedSession.clear();
  }

  // ---- life ------------------------------------------------------------------------------------------

  function start(): () => void {
    const unsubscribeSession = storedSession.subscribe(() => {
      const { token, user } = storedSession.read();
      set({ authToken: token, user });
    });
    const onDiscovery = () => {
      options = null;
      notify();
      if (state.connected)
        void reattach().catch((error: unknown) => log('The wallet was not found again', error));
      else void connectTrustedPhantom();
    };
    const unsubscribeDiscovery = discovery.subscribe(onDiscovery);
    const onStorage = (event: StorageEvent) => takeOver(event);
    window.addEventListener('storage', onStorage);
    onDiscovery();
    loadConfig()
      .then(announcePractice)
      .catch((error: unknown) => log('The practice wallets are not available', error));

    return () => {
      unsubscribeSession();
      unsubscribeDiscovery();
      window.removeEventListener('storage', onStorage);
      stopWatching?.();
      stopWatching = null;
      connector = null;
    };
  }

  /** Another tab signed in or out: this one shows the same. */
  function takeOver({ key, storageArea }: StorageEvent): void {
    if (storageArea !== null && storageArea !== window.localStorage) return;
    if (!storedWallet.concerns(key)) return;
    const stored = storedWallet.readState();
    options = null;
    if (stored.publicKey === state.publicKey && stored.chain === state.chain) {
      set({ authToken: stored.authToken, user: stored.user });
      return;
    }
    attempt?.cancel();
    attempt = null;
    detach();
    set(stored);
    if (stored.connected)
      void reattach().catch((error: unknown) => log('The wallet was not found again', error));
  }

  function getOptions(): readonly WalletOption[] {
    options ??= listWalletOptions({
      found: discovery.found(),
      remembered: rememberedWallet.read(),
      onPhone,
      page: new URL(window.location.href),
    });
    return options;
  }

  function remember(wallet: Parameters<typeof storedWallet.save>[0]): void {
    storedWallet.save(wallet);
    options = null;
  }

  return {
    getState: () => state,
    getOptions,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    connect,
    cancelConnect,
    disconnect,
    signIn,
    signMessage,
    switchBack,
    adoptWallet,
    findAuthorised,
  };
}

function connectNotice(error: WalletError): string {
  return error.code === userRejected ? 'Nothing was connected. Try again whenever you like.' : error.message;
}

async function readSolBalanceLazily(request: { address: string; rpcUrl: string }): Promise<number> {
  const { readSolBalance } = await import('./read-sol-balance.ts');
  return readSolBalance(request);
}

async function announcePracticeLazily(config: WireConfig): Promise<void> {
  if (config.mode !== 'demo' || !config.practiceWallets) return;
  const { announcePracticeWallets } = await import('./announce-practice-wallets.ts');
  announcePracticeWallets({ adminKey: config.practiceAdminKey ?? null });
}
