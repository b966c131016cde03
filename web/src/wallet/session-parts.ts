import type { Attempts } from './attempts.ts';
import type { WalletLink } from './wallet-link.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletWorld } from './wallet-world.ts';

/** The parts of a wallet session, shared by its functions. */
export interface SessionParts {
  readonly world: Required<WalletWorld>;
  readonly store: WalletStore;
  readonly attempts: Attempts;
  readonly link: WalletLink;
}
