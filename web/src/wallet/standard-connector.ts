import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { solanaConnector } from './solana-connector.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { WalletInfo } from './wallet-discovery.ts';
import { noWalletConnected, signingNotSupported } from './wallet-failures.ts';

/** The features of the Wallet Standard that we use, by their names in the standard. */
interface Features {
  'standard:connect'?: {
    connect(input?: { silent?: boolean }): Promise<{ accounts: readonly WalletAccount[] }>;
  };
  'standard:disconnect'?: { disconnect(): Promise<void> };
  'standard:events'?: { on(event: 'change', listener: () => void): () => void };
  'solana:signMessage'?: {
    signMessage(
      ...inputs: { account: WalletAccount; message: Uint8Array }[]
    ): Promise<readonly { signature: Uint8Array }[]>;
  };
}

/** A Solana wallet that registered through the Wallet Standard. */
export function createStandardConnector(wallet: Wallet, { name }: WalletInfo): WalletConnector {
  const features = wallet.features as Features; // the shapes that the standard defines

  const shown = () => wallet.accounts[0]?.address ?? null;
  const connect = async (silent: boolean): Promise<string | null> => {
    const feature = features['standard:connect'];
    if (!feature) throw signingNotSupported();
    const { accounts } = await feature.connect(silent ? { silent } : undefined);
    return accounts[0]?.address ?? shown();
  };
  return solanaConnector({
    name,
    shown,
    ask: () => connect(false),
    connectSilently: () => connect(true).catch(() => null),
    async signMessage(message, address) {
      const feature = features['solana:signMessage'];
      if (!feature) throw signingNotSupported();
      const account = wallet.accounts.find((candidate) => candidate.address === address);
      if (!account) throw noWalletConnected();
      const [output] = await feature.signMessage({ account, message });
      return output?.signature ?? null;
    },
    async disconnect() {
      await features['standard:disconnect']?.disconnect();
    },
    watch: (onChange) => features['standard:events']?.on('change', onChange) ?? (() => {}),
  });
}
