import { findConnected, waitForWallet } from './find-wallet.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import { noSupportedWallet } from './wallet-error.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletWorld } from './wallet-world.ts';

/** When a signature is needed, an earlier wallet has this long to announce itself. */
const discoveryPatienceMs = 2_000;

/** The page's link to the connected wallet: its connector, and the listener for its changes. */
export interface WalletLink {
  readonly connector: WalletConnector | null;
  /** The installed wallet that this or an earlier visit connected. */
  find: () => FoundWallet | undefined;
  attach: (connector: WalletConnector) => void;
  detach: () => void;
  /** Links the wallet of an earlier visit again, without opening it. */
  reattach: () => Promise<WalletConnector | null>;
  /** The current connector, or that of the earlier visit's wallet. */
  require: () => Promise<WalletConnector>;
}

export function createWalletLink({
  world,
  store,
  onChange,
  onReattached,
}: {
  world: Required<WalletWorld>;
  store: WalletStore;
  /** The wallet may show another account or chain. */
  onChange: () => void;
  /** Called with the account that the wallet shows without a prompt; null if it shows none. */
  onReattached: (account: string | null) => Promise<void>;
}): WalletLink {
  const { discovery, open } = world;
  let connector: WalletConnector | null = null;
  let attaching: Promise<WalletConnector | null> | null = null;
  let stopWatching: (() => void) | null = null;

  const link: WalletLink = {
    get connector() {
      return connector;
    },
    find: () => findConnected(discovery.found(), store.state),
    attach(next) {
      link.detach();
      connector = next;
      stopWatching = next.watch(onChange);
    },
    detach() {
      stopWatching?.();
      stopWatching = null;
      connector = null;
    },
    reattach() {
      const found = link.find();
      if (connector !== null || !found) return Promise.resolve(connector);
      attaching ??= open(found)
        .then(async (next) => {
          if (connector !== null) return connector;
          link.attach(next);
          await onReattached(await next.connectSilently().catch(() => null));
          return next;
        })
        .finally(() => {
          attaching = null;
        });
      return attaching;
    },
    async require() {
      if (connector === null && !link.find()) {
        await waitForWallet(discovery, {
          isThere: () => link.find() !== undefined,
          timeoutMs: discoveryPatienceMs,
        });
      }
      const current = connector ?? (await link.reattach());
      if (current === null) throw noSupportedWallet();
      return current;
    },
  };
  return link;
}
