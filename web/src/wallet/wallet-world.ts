import type { WireConfig } from '@tallystone/core/http-api/config';
import { loadPart } from './load-part.ts';
import { practiceKeys } from './practice-keys.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet, WalletDiscovery } from './wallet-discovery.ts';

/** The session's dependencies; tests replace some of them. */
export interface WalletWorld {
  discovery: WalletDiscovery;
  loadConfig: () => Promise<WireConfig>;
  open?: (found: FoundWallet) => Promise<WalletConnector>;
  readSolBalance?: (request: { address: string; rpcUrl: string }) => Promise<number>;
  announcePractice?: (config: WireConfig) => Promise<void>;
  openPage?: (href: string) => void;
  reload?: () => void;
  /** Logs failures that aren't shown. */
  log?: (message: string, error: unknown) => void;
  onPhone?: boolean;
}

/** Fills in the browser's own for everything left out. */
export function completeWorld(world: WalletWorld): Required<WalletWorld> {
  return {
    open: openConnector,
    readSolBalance: async (request) => (await import('./read-sol-balance.ts')).readSolBalance(request),
    announcePractice: async (config) => {
      const isOffered = config.mode === 'demo' && config.practiceWallets;
      if (!isOffered && practiceKeys.read().length === 0) return;
      const { announcePracticeWallets } = await import('./announce-practice-wallets.ts');
      await announcePracticeWallets(config);
    },
    openPage: (href) => void window.open(href, '_blank', 'noopener'),
    reload: () => window.location.reload(),
    log: (message, error) => console.warn(message, error),
    onPhone: /Android|iPhone|iPad|iPod/i.test(navigator.userAgent),
    ...world,
  };
}

/** Loads the code for this kind of wallet; none of it is in the first chunk. */
async function openConnector(found: FoundWallet): Promise<WalletConnector> {
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
