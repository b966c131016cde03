import { loadPart } from './load-part.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet } from './wallet-discovery.ts';

/** Loads the code for this kind of wallet; none of it is in the first chunk. */
export async function openConnector(found: FoundWallet): Promise<WalletConnector> {
  switch (found.kind) {
    case 'evm': {
      const { createEvmConnector } = await loadPart(() => import('./evm-connector.ts'));
      return createEvmConnector(found.provider);
    }
    case 'wallet-standard': {
      const { createStandardConnector } = await loadPart(() => import('./standard-connector.ts'));
      return createStandardConnector(found.wallet, found.info);
    }
    case 'injected-solana': {
      const { createInjectedConnector } = await loadPart(() => import('./injected-connector.ts'));
      return createInjectedConnector(found.provider, found.info);
    }
  }
}
