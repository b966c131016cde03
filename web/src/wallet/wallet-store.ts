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
  let options: readonly WalletOption[] | null = null;

  /** The next read builds the options again. Doesn't notify the listeners. */
  const forgetOptions = (): void => {
    options = null;
  };
  return {
    get state(): WalletState {
      return state;
    },
    set(change: Partial<WalletState>): void {
      state = { ...state, ...change };
      emit();
    },
    /** The wallets in the menu; the same array until they are forgotten. */
    getOptions(): readonly WalletOption[] {
      options ??= listWalletOptions({
        found: discovery.found(),
        remembered: rememberedWallet.read(),
        onPhone,
        page: new URL(window.location.href),
      });
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
