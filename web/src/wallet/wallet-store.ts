import { signal } from '../signals/signal.ts';
import { listWalletOptions } from './list-wallet-options.ts';
import { rememberedWallet } from './remembered-wallet.ts';
import { storedWallet } from './stored-wallet.ts';
import type { WalletOption, WalletState } from './wallet-state.ts';
import type { WalletWorld } from './wallet-world.ts';

export type WalletStore = ReturnType<typeof createWalletStore>;

/** The wallet's state and the menu's options, as the screens see them. Starts with the state stored by the last visit. */
export function createWalletStore({ discovery, onPhone }: Required<WalletWorld>) {
  const { emit, subscribe } = signal();
  let state: WalletState = storedWallet.readState();
  let options: readonly WalletOption[] = [];
  let isListed = false;

  /** The next read lists the options again. Doesn't notify the listeners. */
  const forgetOptions = (): void => {
    isListed = false;
  };
  return {
    get state(): WalletState {
      return state;
    },
    set(change: Partial<WalletState>): void {
      state = { ...state, ...change };
      emit();
    },
    /** The wallets in the menu; the same array until one of them changes, so that the page isn't rendered again for nothing. */
    getOptions(): readonly WalletOption[] {
      if (isListed) return options;
      isListed = true;
      const listed = listWalletOptions({
        found: discovery.found(),
        remembered: rememberedWallet.read(),
        onPhone,
        page: new URL(window.location.href),
      });
      if (JSON.stringify(listed) !== JSON.stringify(options)) options = listed;
      return options;
    },
    forgetOptions,
    /** Stores the connected wallet for the next visit and for other tabs. */
    remember(wallet: Parameters<typeof storedWallet.save>[0]): void {
      storedWallet.save(wallet);
      forgetOptions();
    },
    notify: emit,
    subscribe,
  };
}
