import type { ChainName, WalletType, WireUser } from '@tallystone/core/http-api/identity';

/** One row of the wallet menu: a wallet on a chain, and what choosing it does. */
export interface WalletOption {
  /** Stable within a page, e.g. `Polygon/io.metamask`. */
  id: string;
  chain: ChainName;
  walletType: WalletType;
  name: string;
  /** A data or https URL given by the wallet, for an `<img>`; null when it gave none. */
  icon: string | null;
  /** Reverse domain name of an EIP-6963 wallet; null for `window.ethereum` and for Solana wallets. */
  rdns: string | null;
  status: 'recent' | 'installed' | 'install' | 'open-in-app';
  isPractice: boolean;
  /** Download page (`install`) or link that opens this page in the wallet's app (`open-in-app`). */
  href: string | null;
  /** Link that opens this page in the wallet's phone app, for a QR code; null when it has none. */
  appLink: string | null;
}

/** The wallet shows another account or chain than the one that signed in. Betting stops until it is resolved. */
export type WalletMismatch =
  | { kind: 'account'; expected: string; actual: string | null }
  | { kind: 'chain'; expected: ChainName; actual: ChainName | null; actualChainId: string };

/** What the wallet is being asked right now, in the order of a connect. */
export type WalletStep = 'connect' | 'switch-chain' | 'add-chain' | 'sign-in';

export interface WalletState {
  connected: boolean;
  connecting: boolean;
  publicKey: string | null;
  chain: ChainName | null;
  walletType: WalletType | null;
  walletName: string | null;
  isPractice: boolean;
  /** In SOL; null for EVM chains and until it was read, 0 when reading failed. */
  solBalance: number | null;
  user: WireUser | null;
  authToken: string | null;
  bridgeStatus: 'idle';
  /** True while a trusted Solana wallet is being looked for on load. */
  restoring: boolean;
  /** True when a connect has been waiting for 8 seconds. */
  canCancel: boolean;
  /** What the wallet is asked while `connecting` or signing in; null otherwise. */
  step: WalletStep | null;
  /** The text of the sign-in request, shown before the wallet shows it. */
  signInMessage: string | null;
  /** One sentence about the last attempt, for the menu; null when there is nothing to say. */
  notice: string | null;
  /** True after a signature was declined in a demo: the person may go on as a guest. */
  guestOffered: boolean;
  mismatch: WalletMismatch | null;
}

/**
 * The one rule for "signed in", for everything that shows or hides by it. Another tab's changes arrive key by key, so for a
 * moment any of the three may be missing: then nobody is.
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
