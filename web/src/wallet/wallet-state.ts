import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';

/** One row of the wallet menu: a wallet on a chain. */
export interface WalletOption {
  /** Stable within a page, e.g. `Polygon/io.metamask`. */
  id: string;
  chain: ChainName;
  walletType: WalletType;
  name: string;
  /** A data or https URL from the wallet, for an `<img>`; null if it gave none. */
  icon: string | null;
  /** Reverse domain name of an EIP-6963 wallet; null for `window.ethereum` and for Solana wallets. */
  rdns: string | null;
  status: 'recent' | 'installed' | 'install' | 'open-in-app';
  isPractice: boolean;
  /** The download page (`install`), or the link that opens this page in the wallet's app (`open-in-app`). */
  href: string | null;
  /** The link that opens this page in the wallet's phone app, for a QR code; null if there is none. */
  appLink: string | null;
}

/** The wallet shows another account or chain than the one that signed in. Betting stops until that is resolved. */
export type WalletMismatch =
  | { kind: 'account'; expected: string; actual: string | null }
  | { kind: 'chain'; expected: ChainName; actual: ChainName | null; actualChainId: string };

/** The steps of a connect, in order: what the wallet is being asked. */
export type WalletStep = 'connect' | 'switch-chain' | 'add-chain' | 'sign-in';

export interface WalletState {
  connected: boolean;
  connecting: boolean;
  publicKey: string | null;
  chain: ChainName | null;
  walletType: WalletType | null;
  walletName: string | null;
  isPractice: boolean;
  /** In SOL; null for EVM chains and until it has been read, 0 if reading failed. */
  solBalance: number | null;
  user: WireUser | null;
  authToken: string | null;
  bridgeStatus: 'idle';
  /** True while the page looks for a trusted Solana wallet on load. */
  restoring: boolean;
  /** True once a connect has taken 8 seconds. */
  canCancel: boolean;
  /** What the wallet is being asked while `connecting` or signing in; null otherwise. */
  step: WalletStep | null;
  /** The text of the sign-in request, shown before the wallet shows it. */
  signInMessage: string | null;
  /** One sentence about the last attempt, for the menu; null if there is nothing to say. */
  notice: string | null;
  /** True after the person declined a signature in a demo: they may continue as a guest. */
  guestOffered: boolean;
  mismatch: WalletMismatch | null;
}

/**
 * The only rule for "signed in". Changes from another tab arrive key by key, so any of the three may be missing for a
 * moment; the wallet then counts as signed out.
 */
export function isSignedIn({
  connected,
  user,
  authToken,
}: Pick<WalletState, 'connected' | 'user' | 'authToken'>): boolean {
  return connected && user !== null && authToken !== null;
}

export const disconnectedState: WalletState = {
  connected: false,
  connecting: false,
  publicKey: null,
  chain: null,
  walletType: null,
  walletName: null,
  isPractice: false,
  solBalance: null,
  user: null,
  authToken: null,
  bridgeStatus: 'idle',
  restoring: false,
  canCancel: false,
  step: null,
  signInMessage: null,
  notice: null,
  guestOffered: false,
  mismatch: null,
};
