import { signal } from '../signals/signal.ts';
import { listWalletOptions } from './list-wallet-options.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import { storedWallet } from './stored-wallet.ts';
import type { WalletOption, WalletState } from './wallet-state.ts';
import type { WalletWorld } from './wallet-world.ts';

/** The wallet's state and the menu's options, as the screens see them. */
export interface WalletStore {
  readonly state: WalletState;
  set: (change: Partial<WalletState>) => void;
  /** The wallets in the menu; the same array until they are forgotten. */
  getOptions: () => readonly WalletOption[];
  /** The next read builds the options again. Doesn't notify the listeners. */
  forgetOptions: () => void;
  /** Stores the connected wallet for the next visit and for other tabs. */
  remember: (wallet: Parameters<typeof storedWallet.save>[0]) => void;
  notify: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** Starts with the state stored by the last visit. */
export function createWalletStore({ discovery, onPhone }: Required<WalletWorld>): WalletStore {
  const { emit, subscribe } = signal();
  let state: WalletState = storedWallet.readState();
  let options: readonly WalletOption[] | null = null;

  const store: WalletStore = {
    get state() {
      return state;
    },
    set(change) {
      state = { ...state, ...change };
      store.notify();
    },
    getOptions() {
      options ??= listWalletOptions({
        found: discovery.found(),
        remembered: rememberedWallet.read(),
        onPhone,
        page: new URL(window.location.href),
      });
      return options;
    },
    forgetOptions() {
      options = null;
    },
    remember(wallet) {
      storedWallet.save(wallet);
      store.forgetOptions();
    },
    notify: emit,
    subscribe,
  };
  return store;
}
