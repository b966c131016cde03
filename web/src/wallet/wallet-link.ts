import { findConnected, waitForWallet } from './find-wallet.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import { noSupportedWallet } from './wallet-error.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletWorld } from './wallet-world.ts';

/** When a signature is needed, an earlier wallet has this long to announce itself. */
const discoveryPatienceMs = 2_000;

export type WalletLink = ReturnType<typeof createWalletLink>;

/** The page's link to the connected wallet: its connector, and the listener for its changes. */
export function createWalletLink({
  world: { discovery, open },
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
}) {
  let connector: WalletConnector | null = null;
  let attaching: Promise<WalletConnector | null> | null = null;
  let stopWatching: (() => void) | null = null;

  /** The installed wallet that this or an earlier visit connected. */
  const find = (): FoundWallet | undefined => findConnected(discovery.found(), store.state);
  const detach = (): void => {
    stopWatching?.();
    stopWatching = null;
    connector = null;
  };
  const attach = (next: WalletConnector): void => {
    detach();
    connector = next;
    stopWatching = next.watch(onChange);
  };
  /** Links the wallet of an earlier visit again, without opening it. */
  const reattach = (): Promise<WalletConnector | null> => {
    const found = find();
    if (connector !== null || !found) return Promise.resolve(connector);
    attaching ??= open(found)
      .then(async (next) => {
        if (connector !== null) return connector;
        attach(next);
        await onReattached(await next.connectSilently().catch(() => null));
        return next;
      })
      .finally(() => {
        attaching = null;
      });
    return attaching;
  };
  return {
    get connector(): WalletConnector | null {
      return connector;
    },
    find,
    attach,
    detach,
    reattach,
    /** The current connector, or that of the earlier visit's wallet. */
    async require(): Promise<WalletConnector> {
      if (connector === null && !find()) {
        await waitForWallet(discovery, {
          isThere: () => find() !== undefined,
          timeoutMs: discoveryPatienceMs,
        });
      }
      const current = connector ?? (await reattach());
      if (current === null) throw noSupportedWallet();
      return current;
    },
  };
}
